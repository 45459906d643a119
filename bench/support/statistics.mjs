/** Linear interpolation between the nearest ranks. */
export function quantile(values, fraction) {
  const sorted = [...values].sort((left, right) => left - right);
  const rank = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(rank)];
  return below + (sorted[Math.ceil(rank)] - below) * (rank % 1);
}

export function summary(values) {
  return {
    minimum: Math.min(...values),
    lowerQuartile: quantile(values, 0.25),
    median: quantile(values, 0.5),
    upperQuartile: quantile(values, 0.75),
    maximum: Math.max(...values),
  };
}
