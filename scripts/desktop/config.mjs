// What electron-builder makes desktop packages of. Nothing here is read at run time.
import { fuses } from '../../src/main/shell/fuses.ts';
import { burnFuses, packedBinary } from './fuses.mjs';

const LOG = { ext: 'jsonl', name: 'Agent log', description: 'Log of an agent, one JSON value a line', role: 'Viewer' };

/**
 * The configuration. `electron` is a folder with Electron's archives or with an unpacked Electron, or null for one that electron-builder
 * fetches; `updates` the address of a folder with the packages of newer versions, or null, the default: then none is ever looked for.
 */
export function desktopConfig({ electron = null, updates = null } = {}) {
  return {
    appId: 'dev.tapescope.app',
    productName: 'Tapescope',
    copyright: 'MIT licence',
    directories: { output: 'out/desktop', buildResources: 'resources/desktop' },
    files: [
      'package.json',
      'LICENSE',
      'THIRD-PARTY-LICENCES.txt',
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
      'out/prebuilds/${platform}*-${arch}.node',
      'resources/prices.json',
      'resources/samples/**',
      '!node_modules',
    ],
    // By this name desktop environments know that a window belongs to the program's own entry.
    extraMetadata: { desktopName: 'tapescope.desktop' },
    asar: true,
    // An addon is loaded by the system, which cannot look into an archive.
    asarUnpack: ['out/prebuilds/**'],
    npmRebuild: false,
    ...(electron !== null && { electronDist: electron }),
    afterPack: (context) => burnFuses(packedBinary(context), fuses),
    publish: updates === null ? null : { provider: 'generic', url: updates },
    protocols: [{ name: 'Place in Tapescope', schemes: ['tapescope'], role: 'Viewer' }],
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'icons',
      category: 'Development',
      synopsis: 'What an agent had in its context, and why',
      syncDesktopName: true,
      maintainer: 'Tapescope contributors <contributors@tapescope.invalid>',
      // A desktop file lists what a program can open, and makes it the default for nothing.
      fileAssociations: [{ ...LOG, mimeType: 'application/jsonl' }],
    },
    mac: {
      target: ['dmg'],
      icon: 'icon.icns',
      category: 'public.app-category.developer-tools',
      fileAssociations: [{ ...LOG, rank: 'Alternate' }],
    },
    win: { target: ['nsis'], icon: 'icon.ico' },
    // electron-builder would make Tapescope the program for all .jsonl: the script offers it among others instead.
    nsis: { oneClick: false, perMachine: false, include: 'resources/desktop/installer.nsh' },
  };
}
