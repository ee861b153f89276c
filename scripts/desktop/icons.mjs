// `npm run icons`: draws the window's own icon in the sizes and formats that desktop packages want, into resources/desktop.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium.mjs';
import { onNode24, root } from '../node24.mjs';
import { icnsOf, icoOf } from './icon-files.mjs';

await onNode24();

const folder = join(root, 'resources/desktop');
const svg = readFileSync(join(root, 'src/renderer/icon.svg'), 'utf8');
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

const { program, missing } = await ensureChromium();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const { chromium } = await import('playwright');
const browser = await chromium.launch({ executablePath: program, args: CHROMIUM_ARGS });
const page = await browser.newPage();
const draw = async (size) => {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0;background:none}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
};
const pngs = new Map();
for (const size of SIZES) pngs.set(size, await draw(size));
await browser.close();

mkdirSync(join(folder, 'icons'), { recursive: true });
for (const size of SIZES.filter((one) => one <= 512)) writeFileSync(join(folder, `icons/${size}x${size}.png`), pngs.get(size));
writeFileSync(join(folder, 'icon.ico'), icoOf(pngs));
writeFileSync(join(folder, 'icon.icns'), icnsOf(pngs));
// Two Chromiums need not draw the same bytes, so what the icons were made of says whether they are the current ones.
writeFileSync(join(folder, 'icons-are-of.sha256'), `${createHash('sha256').update(svg).digest('hex')}\n`);
