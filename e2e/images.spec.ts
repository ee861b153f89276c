import { png } from '../src/main/engine/testing/png.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { openTape, parts } from './window.ts';

const ASKED = 'What colour is the barn?';
const PIXELS = png(120, 80).toString('base64');

/** The same picture as Anthropic's API takes it and as a data URL in a text, and one that says it is a PNG and is a script. */
const seen = () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXELS } };
  const log = transcript().prompt(ASKED).call('Read', { file_path: 'barn.png' }, 'the barn').answer('It is red.');
  const [first = '', call = '', result = '', ...rest] = log.lines;
  const record = JSON.parse(result);
  record.message.content[0].content = [{ type: 'text', text: `the barn, also data:image/png;base64,${PIXELS}` }, image];
  const evil = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.ran=1"/>'.padEnd(90)).toString('base64');
  record.message.content.push({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: evil } });
  return [first, call, JSON.stringify(record), ...rest];
};

test.use({ files: { [transcriptPath()]: seen() } });

test('images are drawn in the inspector, and only what is one', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, inspector } = parts(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openTape(page, ASKED);
  await context.getByText('the barn, also').first().click();
  const images = inspector.getByRole('button', { name: 'image/png, 120 × 80 px · ' }).locator('img');
  await expect(images).toHaveCount(2);
  // The browser decoded it: an image that it cannot read has no size of its own.
  for (const image of await images.all())
    await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => [drawn.naturalWidth, drawn.naturalHeight])).toEqual([120, 80]);
  await expect(inspector.getByText('Its bytes are not those of a PNG, JPEG, GIF or WebP image')).toBeVisible();
  await expect(page.getByText(PIXELS.slice(0, 60))).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran ?? null)).toBeNull();
  const own = page.url().split('/').slice(0, 3).join('/');
  expect(asked.filter((url) => !url.startsWith(`${own}/`) && !url.startsWith('data:image/png'))).toEqual([]);
  const [first] = await images.all();
  const box = await first?.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(120);
  expect(host.complaints).toEqual([]);
});
