export const desktopConfig: (given?: { electron?: string | null; updates?: string | null }) => Record<string, unknown> & {
  directories: { output: string };
  afterPack: (context: PackContext) => Promise<void>;
};
export interface PackContext {
  appOutDir: string;
  electronPlatformName: string;
  packager: { appInfo: { productFilename: string }; executableName?: string };
}
