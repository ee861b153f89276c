import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aheadOf } from '../src/main/engine/ahead/ahead.ts';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { assemble } from '../src/main/engine/views/assemble.ts';
import { createRim } from '../src/main/engine/views/rim.ts';
import { claudeTape } from './claude-tape.ts';
import { writeRecords } from './records.ts';
import { type Bench, median, timed } from './report.ts';

/** Results and prompts as long as those of real sessions. */
const TEXT = 'The mast was painted before the oars were. '.repeat(40);
const MEGA = 1e6;

/** The next request of a log that no catalog has, from its end, against reading all of one that is short. */
export const run: Bench = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const shortFile = (round: number): string => join(folder, `short${round}.jsonl`);
  const long = join(folder, 'long.jsonl');
  try {
    const phases = 25;
    await writeRecords(long, claudeTape(phases * (quick ? 2 : 82), TEXT));
    const store = openCatalog(join(folder, 'home'));
    const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
    const times = { short: [] as number[], long: [] as number[] };
    for (let round = -1; round < (quick ? 1 : 9); round += 1) {
      // A file that nobody has seen.
      const short = shortFile(round);
      await writeRecords(short, claudeTape(phases, TEXT));
      const whole = await timed(async () => {
        const [tape = ''] = (await ingest.open([short], { text: false })).tapes;
        await assemble(createRim(store.catalog), tape, { next: true }, { type: 'as-recorded' });
      });
      const ahead = await timed(async () => {
        if ((await aheadOf(long)) === null) throw new Error('The end of the long log did not tell.');
      });
      if (round < 0) continue;
      times.short.push(whole);
      times.long.push(ahead);
    }
    await ingest.close();
    const [value, yardstickValue] = [median(times.long), median(times.short)];
    const mega = (file: string): string => (statSync(file).size / MEGA).toFixed(0);
    const what = `first view of a log of ${mega(long)} MB that no catalog has, from its end`;
    const yardstick = `reading one of ${mega(shortFile(0))} MB, and its view`;
    store.close();
    return [{ what, value, unit: 'ms', yardstick, yardstickValue, ratio: value / yardstickValue, target: 2, better: 'lower' }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
