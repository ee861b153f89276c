export const CHROMIUM_ARGS: string[];
export const findChromium: (
  platform?: NodeJS.Platform,
  env?: NodeJS.ProcessEnv,
  exists?: (path: string) => boolean,
) => Promise<string | null>;
export const isDebian: (release: string) => boolean;
export const ensureChromium: (
  say?: (line: string) => void,
) => Promise<{ program: string; missing?: never } | { missing: string; program?: never }>;
