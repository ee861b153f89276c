import packageJson from '../../../../package.json' with { type: 'json' };

/** The version of this copy of Tapescope. */
export const version: string = packageJson.version;
