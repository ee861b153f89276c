import type { Plugin } from 'vite';

/**
 * Puts each style module into the layer of its folder: `ui` for the parts that all views share, `features` for what wins over them (their order is in
 * tokens.css). A sheet that names a layer stays as it is.
 */
export function layeredSheets(): Plugin {
  return {
    name: 'layered-sheets',
    enforce: 'pre',
    transform: {
      filter: { id: /\.module\.css($|\?)/, code: { exclude: /@layer/ } },
      handler: (code, id) => `@layer ${id.includes('/src/ui/') ? 'ui' : 'features'} {${code}}`,
    },
  };
}
