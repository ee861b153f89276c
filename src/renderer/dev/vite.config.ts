import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window on a bridge that answers from invented data: for looking at it without an engine. */
export default defineConfig({
  root: 'src/renderer/dev',
  base: './',
  plugins: [react()],
  build: { outDir: '../../../out/dev', emptyOutDir: true, assetsInlineLimit: 0 },
});
