export const findElectron: (root: string) => string | null;
export const fetchElectron: (root: string, within?: number) => Promise<string | null>;
export const whyNoWindow: (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, uid: number | undefined) => string | null;
