import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { whyNoBrowser, withBrowser } from './chromium.ts';
import { writeManySessions } from './many-sessions.ts';
import { type Bench, type BenchRow, limitRow, percentile } from './report.ts';

/** What a person takes for at once. */
const LIMIT = 500;
/** Share of a core that a host may take while nothing is written. */
const IDLE = 0.01;
const CWD = '/home/me/live';

/** A prompt and its answer, as Claude Code writes them. */
export function turn(session: string, at: number, prompt: string): string {
  const common = { sessionId: session, cwd: CWD, version: '2.1.100', isSidechain: false, timestamp: new Date().toISOString() };
  const user = { type: 'user', uuid: `${session}-u${at}`, parentUuid: at === 0 ? null : `${session}-a${at - 1}`, ...common };
  const answer = { type: 'assistant', uuid: `${session}-a${at}`, parentUuid: `${session}-u${at}`, ...common };
  const message = { id: `${session}-m${at}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text: 'Seen.' }] };
  return [
    { ...user, message: { role: 'user', content: prompt } },
    { ...answer, message: { ...message, usage: { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 1000 * at } } },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

export function sessionId(at: number): string {
  return `5e551011-0000-4000-a000-${String(at).padStart(12, '0')}`;
}

/** Milliseconds from what `write` does until the page has drawn a text. `within`: elements that may show it; the fewer, the less is in the figure of looking at them. */
export async function until(page: Page, text: string, write: () => void, within = 'body'): Promise<number> {
  // As text, since this program has no types of the window.
  const drawn = page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (!Array.from(document.querySelectorAll(${JSON.stringify(within)})).some((one) => one.textContent.includes(${JSON.stringify(text)}))) return;
      changes.disconnect();
      // The frame that has it is on the screen when the one after it begins.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now())));
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  })`);
  await setTimeout(30);
  const begun = performance.timeOrigin + performance.now();
  write();
  return (await drawn) - begun;
}

/** Writes again and again, each time at another moment of whatever the host and the page do at intervals. */
const each = async (rounds: number, one: (round: number) => Promise<number>): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(await one(round));
    await setTimeout(20 + ((round * 37) % 300));
  }
  return times;
};

/** Milliseconds of processor time that a process has used; null where the system does not say. */
const processorTime = (pid: number): number | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
};

const idleShare = async (pid: number, milliseconds: number): Promise<number | null> => {
  const before = processorTime(pid);
  await setTimeout(milliseconds);
  const after = processorTime(pid);
  return before === null || after === null ? null : (after - before) / milliseconds;
};

interface Places {
  home: string;
  logs: string;
  /** The folder of the sessions that are written while somebody looks. */
  own: string;
}

/** A library that has been read, with one session that is open; its full text is there too, so that nothing is left to do. */
const prepare = async (folder: string, count: number): Promise<Places> => {
  const [home, logs] = [join(folder, 'home'), join(folder, 'logs')];
  const own = join(logs, '-home-me-live');
  writeManySessions(logs, count);
  mkdirSync(own);
  writeFileSync(join(own, `${sessionId(0)}.jsonl`), turn(sessionId(0), 0, 'The open session'));
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  await ingest.open([logs]);
  await ingest.idle();
  await ingest.close();
  store.close();
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ logs: { claudeProjects: { path: logs } } }));
  return { home, logs, own };
};

/** Times of new sessions and of new lines, and the share of a core that the host takes in between; null where the system does not say. */
const measure = ({ home, own }: Places, rounds: number, rest: number) =>
  withBrowser(home, async ({ page, pid }) => {
    const library = page.getByRole('tree', { name: 'Library' });
    await library.getByRole('treeitem', { name: 'The open session' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Step 1 of 1/ })
      .waitFor();
    // Some ten seconds after it was last busy, V8 gives back what the start took; then there is nothing left to do.
    await setTimeout(2 * rest);
    const idle = await idleShare(pid, rest);
    const sessions = await each(rounds, (at) => {
      const prompt = `Session number ${at} begins.`;
      return until(page, prompt, () => writeFileSync(join(own, `${sessionId(at + 1)}.jsonl`), turn(sessionId(at + 1), 0, prompt)));
    });
    const lines = await each(rounds, (at) => {
      // The list of the context may end below what is on the screen; the playhead does not.
      const shown = `step ${at + 2} of ${at + 2}`;
      return until(page, shown, () =>
        appendFileSync(join(own, `${sessionId(0)}.jsonl`), turn(sessionId(0), at + 1, `Line number ${at} comes.`)),
      );
    });
    return { sessions, lines, idle };
  });

/** How soon a new session, and a new line of the open one, are on the screen while many sessions are watched; and what watching them costs. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const why = await whyNoBrowser();
  if (why !== null) {
    console.error(`bench: live is not measured: ${why}.`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const count = quick ? 500 : 25_000;
  try {
    const { sessions, lines, idle } = await measure(await prepare(folder, count), quick ? 5 : 100, quick ? 1000 : 10_000);
    const many = `${count.toLocaleString('en-US')} sessions watched`;
    return [
      limitRow(`a new session is on the screen, p99, ${many}`, percentile(sessions, 0.99), LIMIT),
      limitRow(`a new line is on the screen, p99, ${many}`, percentile(lines, 0.99), LIMIT),
      ...(idle === null
        ? []
        : [
            {
              ...{ what: `processor while nothing is written, ${many}`, value: idle * 100, unit: '%', yardstick: 'its limit' },
              ...{ yardstickValue: IDLE * 100, ratio: idle / IDLE, target: 1, better: 'lower' as const },
            },
          ]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
