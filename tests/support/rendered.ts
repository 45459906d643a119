import { type Report, reporters } from './subject.ts';

/** Formats of a report, loaded. */

type Options = Parameters<Awaited<ReturnType<(typeof reporters)[number]['load']>>>[1];

async function loaded(name: string): Promise<(report: Report, options?: Partial<Options>) => string> {
  const render = await reporters.find((one) => one.name === name)?.load();
  if (render === undefined) throw new Error(`no reporter is called ${name}`);
  return (report, options = {}) => render(report, { colour: false, columns: 80, ...options });
}

export const terminal = await loaded('terminal');
export const markdown = await loaded('markdown');
export const page = await loaded('html');
export const junit = await loaded('junit');
export const sarif = await loaded('sarif');
