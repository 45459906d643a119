/** What only a command needs that reads settings: usage texts and the other commands start without it. */
export { readEnvFile } from './env-file.ts';
export { unknownNames } from './names.ts';
export { operatorLayers, resolveSettings } from './resolve.ts';
export { targetProblems } from './rules.ts';
export { leadingOutside, refusalOf, withoutKeys } from './trust.ts';
