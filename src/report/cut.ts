/** Why not everything was judged that was to be: a signal ended the run, or the reading of traffic. */
export function cutReason(isTraffic: boolean): string {
  return isTraffic
    ? 'the traffic was not read to its end'
    : 'the run was cut before its plan was carried out';
}
