import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { layeredSheets } from '../../../scripts/sheets.ts';

/** The window on a bridge that answers from invented data: for looking at it without an engine. */
export default defineConfig({
  root: 'src/renderer/dev',
  base: './',
  plugins: [react(), layeredSheets()],
  build: { outDir: '../../../out/dev', emptyOutDir: true, assetsInlineLimit: 0 },
});
