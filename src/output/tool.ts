import packageJson from '../../package.json' with { type: 'json' };

/** Name and version as reports and the User-Agent give them. */
export const tool = { name: packageJson.name, version: packageJson.version } as const;
