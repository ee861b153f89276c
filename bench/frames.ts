import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { PHASE } from './bub-tape.ts';
import { whyNoBrowser, withBrowser } from './chromium.ts';
import { claudeTape } from './claude-tape.ts';
import { writeRecords } from './records.ts';
import { type Bench, type BenchRow, limitRow, percentile, timed } from './report.ts';

/** Milliseconds: a frame of 60 in a second; what script may take of it. */
const FRAME = 17;
const SCRIPT = 12;

/** Milliseconds after which nothing is left of the opening. */
const REST = 5000;

const LONG_TITLE = 'The retry moves to the outbox worker.';
const SHORT_TITLE = 'The codes are mapped in one place.';

/** Adds up the script of each frame: listeners, messages and frame callbacks, however deep they are in one another. As text, since this program has no types of the window. */
const METER = `(() => {
  let depth = 0, script = 0;
  const timed = (work) => typeof work !== 'function' ? work : function (...given) {
    if (depth++ > 0) try { return work.apply(this, given); } finally { depth--; }
    const begun = performance.now();
    try { return work.apply(this, given); } finally { depth--; script += performance.now() - begun; }
  };
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, how) { return listen.call(this, type, timed(listener), how); };
  const message = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', { ...message, set(listener) { message.set.call(this, timed(listener)); } });
  const frame = requestAnimationFrame, later = setTimeout;
  window.requestAnimationFrame = (work) => frame.call(window, timed(work));
  window.setTimeout = (work, ...given) => later.call(window, timed(work), ...given);
  window.meter = { frames: [], scripts: [], on: false };
  let last = performance.now();
  const tick = (now) => {
    if (meter.on) { meter.frames.push(now - last); meter.scripts.push(script); }
    last = now; script = 0;
    frame.call(window, tick);
  };
  frame.call(window, tick);
})()`;

interface Frames {
  frames: number[];
  scripts: number[];
}

/** What the frames take while the pointer does `moves`. */
const metered = async (page: Page, moves: () => Promise<void>): Promise<Frames> => {
  await page.evaluate('void Object.assign(meter, { frames: [], scripts: [], on: true })');
  await moves();
  return page.evaluate<Frames>('(meter.on = false, { frames: meter.frames, scripts: meter.scripts })');
};

interface Measured {
  drawn: number;
  zooming: Frames;
  dragging: Frames;
}

/** Opens the tape of a title, zooms on it and drags its brush to and fro. */
const handle = async (page: Page, title: string, turns: number): Promise<Measured> => {
  const row = page.getByRole('tree', { name: 'Library' }).getByRole('treeitem', { name: title });
  const timeline = page.getByRole('slider', { name: 'Tape timeline' });
  await row.waitFor();
  const drawn = await timed(async () => {
    await row.click();
    await timeline.waitFor();
  });
  await page.getByText('reading details').waitFor({ state: 'detached', timeout: 600_000 });
  // What opening a long tape leaves to do is not what is measured.
  await setTimeout(REST);
  const box = await timeline.boundingBox();
  if (box === null) throw new Error('The timeline is not on the screen.');
  const at = (share: number): [number, number] => [box.x + 40 + (box.width - 240) * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.5));
  const zooming = await metered(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, Math.floor(turn / 20) % 2 === 0 ? -120 : 120);
  });
  // The brush of the minimap, over a part of the tape.
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -120);
  const bottom = box.y + box.height - 10;
  await page.mouse.move(at(0.5)[0], bottom);
  await page.mouse.down();
  const dragging = await metered(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) await page.mouse.move(at(0.5 + 0.3 * Math.sin(turn / 12))[0], bottom);
  });
  await page.mouse.up();
  return { drawn, zooming, dragging };
};

const rowOf = (what: string, long: readonly number[], short: readonly number[], yardstick: string): BenchRow => {
  const [value, yardstickValue] = [percentile(long, 0.95), percentile(short, 0.95)];
  return { what, value, unit: 'ms', yardstick, yardstickValue, ratio: value / yardstickValue, target: 1.2, better: 'lower' };
};

/** The limits are of a machine with graphics that does nothing else; what a short tape takes in the same run tells how far that is away. */
const rowsOf = (entries: string, long: Measured, short: Measured): BenchRow[] => [
  { ...rowOf(`${entries} entries are opened and drawn`, [long.drawn], [short.drawn], YARDSTICK), target: null },
  ...(['zooming', 'dragging'] as const).flatMap((what) => [
    limitRow(`script of a frame while ${what} over ${entries} entries, p95`, percentile(long[what].scripts, 0.95), SCRIPT),
    limitRow(`a frame while ${what} over ${entries} entries, p95`, percentile(long[what].frames, 0.95), FRAME),
    rowOf(`a frame while ${what}, the same`, long[what].frames, short[what].frames, YARDSTICK),
  ]),
];

/** Phases of the tape that the long one is compared with. */
const SHORT = 2;
const YARDSTICK = `the same over ${(SHORT * PHASE).toLocaleString('en-US')} entries`;

/** Frames while somebody zooms and drags on a long tape, in a Chromium that draws by software. */
export const run: Bench = async ({ quick }) => {
  const why = await whyNoBrowser();
  if (why !== null) {
    console.error(`bench: frames are not measured: ${why}.`);
    return [];
  }
  const phases = quick ? 200 : 2000;
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const home = join(folder, 'home');
  try {
    const [long, short] = [join(folder, 'long.jsonl'), join(folder, 'short.jsonl')];
    await writeRecords(long, claudeTape(phases, LONG_TITLE));
    await writeRecords(short, claudeTape(SHORT, SHORT_TITLE));
    const store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    await ingest.open([long, short]);
    await ingest.idle();
    await ingest.close();
    store.close();
    const turns = quick ? 40 : 240;
    return await withBrowser(
      home,
      async ({ page }) => {
        const measured = await handle(page, LONG_TITLE, turns);
        return rowsOf((phases * PHASE).toLocaleString('en-US'), measured, await handle(page, SHORT_TITLE, turns));
      },
      { before: METER },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
