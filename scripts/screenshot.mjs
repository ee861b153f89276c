// Takes the picture of README: the main sample at a telling step. Run it after `npm run build`.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.mjs';
import { onNode24, root } from './node24.mjs';

await onNode24();

const SESSION = 'Tide tables read an hour early';
/** After the compaction, with its summary in the inspector: what was left out, what stands for it, and what came since. */
const PLACE = { step: '100', entry: '344' };
const VIEW = { width: 1440, height: 900 };
const LARGEST = 300_000;

const startServer = async (home) => {
  // No agent of this machine may be found: a folder of its own is home, and the samples are where their agents keep their logs.
  const agents = {
    ...{ CLAUDE_CONFIG_DIR: join(home, 'claude'), BUB_HOME: join(home, 'bub') },
    ...{ CODEX_HOME: join(home, 'codex'), PI_CODING_AGENT_DIR: join(home, 'pi', 'agent') },
  };
  const env = { ...process.env, HOME: home, USERPROFILE: home, TAPESCOPE_HOME: home, ...agents };
  const child = spawn(process.execPath, [join(root, 'scripts/tape.mjs'), 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  return { child, url };
};

/** Texts in view that name a place of this machine; there must be none in the picture. */
const placesInView = (page, home) =>
  page.evaluate(
    ([height, ...places]) =>
      [...document.querySelectorAll('body *')]
        .filter((element) => element.childElementCount === 0 && places.some((place) => element.textContent.includes(place)))
        .filter((element) => element.getBoundingClientRect().top < height && element.getBoundingClientRect().height > 0)
        .map((element) => element.textContent),
    [VIEW.height - 24, home, root],
  );

const take = async (page, url, home, file) => {
  await page.goto(url);
  await page.getByRole('treeitem', { name: SESSION }).click();
  const tape = await page.waitForFunction(() => /^#\/tape\/[^?]+/.exec(window.location.hash)?.[0]);
  const place = new URL(page.url());
  place.hash = `${await tape.jsonValue()}?${new URLSearchParams(PLACE)}`;
  await page.goto(place.href);
  await page
    .getByRole('status')
    .filter({ hasText: `Step ${PLACE.step} of` })
    .waitFor();
  await page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Rendered' }).waitFor();
  await page.getByText('full text 100 %').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
  const shown = await placesInView(page, home);
  if (shown.length > 0) throw new Error(`The picture would show a place of this machine: ${shown[0]}`);
  await page.screenshot({ path: file });
};

const { program, missing } = await ensureChromium();
if (missing !== undefined) throw new Error(missing);
const home = mkdtempSync(join(tmpdir(), 'tapescope-'));
cpSync(join(root, 'resources/samples'), home, { recursive: true });
const { child, url } = await startServer(home);
const { chromium } = await import('playwright');
const browser = await chromium.launch({ executablePath: program, args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: VIEW, deviceScaleFactor: 1, colorScheme: 'light', timezoneId: 'UTC' });
  const file = join(root, 'resources/screenshot.png');
  await take(page, url, home, file);
  const { size } = statSync(file);
  console.log(`${file}: ${Math.round(size / 1000)} kB`);
  if (size > LARGEST) throw new Error(`That is more than ${LARGEST / 1000} kB.`);
} finally {
  await browser.close();
  child.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}
