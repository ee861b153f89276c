export const archiveName: (version: string, platform: string, arch: string) => string;
export const findArchive: (asked: {
  version: string;
  platform: string;
  arch: string;
  given?: string;
  root: string;
  env?: NodeJS.ProcessEnv;
  home?: string;
}) => string | null;
