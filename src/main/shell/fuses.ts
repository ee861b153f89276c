/**
 * What packaging burns into the binary, in electron-builder's words for `electronFuses`. The flavour for
 * end-to-end tests differs in one: Playwright attaches through Node's inspector.
 */
export const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  grantFileProtocolExtraPrivileges: false,
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: true,
  enableCookieEncryption: true,
} as const;

export const testFuses = { ...fuses, enableNodeCliInspectArguments: true } as const;
