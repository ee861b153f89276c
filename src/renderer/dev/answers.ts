import type { EntryDetail } from '../../shared/model/index.ts';
import type { Job } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/errors.ts';
import type { Answers } from './fake-bridge.ts';
import { abilitiesIn, formats } from './formats.ts';
import { libraryAnswers } from './library.ts';
import { emptyNative, nativeAnswers, nativeTapes } from './native.ts';
import { tapes as foreign, manyTapes, NOON, receipt } from './tapes.ts';
import { entryRow, stepRow, timeline, view } from './work.ts';

const tapes = [...foreign, ...nativeTapes];

const detail = (seq: number): EntryDetail => ({
  row: entryRow(seq),
  title: 'Result of Read src/errors/map.ts',
  file: receipt.file,
  digest: '9f3c1a770be29f3c1a770be29f3c1a770be29f3c1a770be29f3c1a770be29f3c',
  parts: [
    {
      type: 'text',
      text: 'The codes are mapped in **one** place:\n\n- `RETRY_LATER` is E1042\n- see [the notes](https://example.org/notes)\n\n<b>not bold</b>',
    },
    { type: 'thinking', text: 'The worker may raise internal errors, and the map translates them.' },
    { type: 'tool_call', name: 'Read', text: '{"file_path":"src/errors/map.ts","limit":200}' },
    {
      type: 'tool_result',
      name: 'Read',
      text: `export const publicCodes = {\n  RETRY_LATER: 'E1042',\n} as const;\n${'// a long file\n'.repeat(800)}`,
      cut: 120_000,
    },
    { type: 'tool_result', name: 'Bash', text: '3 tests failed (ledger.spec.ts)', failed: true },
    { type: 'image', name: 'image/png', text: '' },
  ],
  raw: '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_01Xk"}]},"uuid":"8cc36543"}',
  rawChars: 107,
  links: [
    { relation: 'parent', seq: seq - 1, label: `#${seq - 1} Read src/errors/map.ts` },
    { relation: 'child', seq: seq + 1, label: `#${seq + 1} assistant` },
    { relation: 'call', seq: seq - 1, label: `call #${seq - 1}` },
    { relation: 'sub-agent', tape: 't2', label: 'Find every caller of retryNow(), 38 steps' },
    { relation: 'phase', seq: 900, label: 'plan approved' },
  ],
});

const job: Job = {
  id: 'j1',
  title: 'Reading 12 sources',
  phase: 'structure',
  done: 43,
  total: 100,
  unit: 'files',
  state: 'running',
  tape: null,
  message: null,
};

const base: Answers = {
  'app.info': () => ({ version: '0.1.0', host: 'browser', readOnly: true, home: '/home/me/.tapescope', samples: true, note: null }),
  'settings.get': () => ({
    logs: {},
    tapeHome: '/home/me/.tape',
    theme: 'system',
    policies: {},
    redact: [],
    filters: [],
    money: 'dollars',
  }),
  'settings.set': () => {
    throw new TapeError('read-only', 'This window cannot change the settings.');
  },
  'formats.list': () => ({ items: [...formats] }),
  ...libraryAnswers(tapes),
  'library.open': ({ paths }) => ({
    receipts: [],
    tapes: [],
    refused: paths.map((path) => ({ path, reason: 'This looks like a picture, not like a log.' })),
  }),
  'files.browse': ({ path }) => ({
    path: path || '/home/me/',
    parent: '/home',
    entries: ['.claude', 'payments-api', 'notes']
      .map((name) => ({ name, path: `${path || '/home/me/'}${name}`, folder: true, bytes: 0 }))
      .concat([{ name: 'session.jsonl', path: '/home/me/session.jsonl', folder: false, bytes: 4_118_202 }]),
  }),
  'tapes.get': ({ tape: id }) => {
    const tape = tapes.find((row) => row.id === id);
    if (tape === undefined) throw new TapeError('not-found', `There is no tape ${id}.`);
    return { tape, anchors: [], related: tapes.filter((row) => row.parent === id), ...abilitiesIn(tape.format) };
  },
  'tapes.receipt': () => ({
    receipt,
    problems: [
      { line: 1204, offset: 88_000, length: 2400, outcome: 'repaired', reason: 'Two records share one line.' },
      { line: 2101, offset: 4_100_000, length: 812, outcome: 'unreadable', reason: 'The line ends inside a string.' },
      { line: 2102, offset: 4_100_812, length: 40, outcome: 'unreadable', reason: 'The line holds 40 NUL bytes and nothing else.' },
    ],
    problemCount: 3,
  }),
  'tapes.rawLine': () => ({ text: '{"type":"user","message":{"content":"cut off he' }),
  'tapes.overview': () => timeline(),
  'steps.list': ({ from, limit }) => ({
    items: Array.from({ length: Math.min(limit, 413 - from) }, (_, index) => stepRow(from + index)),
    total: 412,
  }),
  'views.assemble': ({ step, policy }) => view(step ?? 412, policy),
  'entries.list': ({ from, limit }) => ({
    items: Array.from({ length: Math.min(limit, 2875 - from) }, (_, index) => entryRow(from + index)),
    total: 2874,
  }),
  'entries.previews': ({ seqs }) => ({
    items: seqs.map((seq) => ({
      seq,
      text: `What entry ${seq} says, and a little more of it so that it fills a line or two of the view.`,
      cut: false,
    })),
  }),
  'entries.get': ({ seq }) => detail(seq),
  'search.run': ({ query, tape: only }) => ({
    hits: Array.from({ length: 60 }, (_, index) => {
      const snippet = `The worker may raise internal errors; ${query} is here and map.ts translates them for the mobile team.`;
      const at = snippet.indexOf(query);
      return {
        tape: only ?? 'outbox',
        seq: 2800 - index * 7,
        kind: index % 3 ? 'message' : 'tool_result',
        role: index % 2 ? 'user' : 'assistant',
        time: NOON,
        step: 400 - index,
        snippet,
        matches: [[at, at + query.length]],
      };
    }),
    total: null,
    next: 'more',
    note: null,
    indexed: 2190,
    of: 2874,
  }),
  'jobs.list': () => ({ items: [] }),
  'jobs.cancel': () => ({ cancelled: true }),
};

/** A host that may write, and a workspace on it. */
const writing: Answers = {
  ...base,
  ...nativeAnswers(base),
  'app.info': () => ({ version: '0.1.0', host: 'browser', readOnly: false, home: '/home/me/.tapescope', samples: true, note: null }),
};

const scenes: Record<string, Answers> = {
  native: writing,
  /** The same workspace where nothing may be written. */
  nativeReading: { ...base, ...nativeAnswers(base) },
  nativeNew: { ...writing, ...emptyNative },
  nativeBroken: {
    ...writing,
    'native.preview': () => {
      throw new TapeError('unreadable', 'The fork cron-job names entry 88 of main, which is not there.');
    },
  },
  full: base,
  busy: { ...base, 'jobs.list': () => ({ items: [job] }) },
  many: { ...base, ...libraryAnswers(manyTapes(5000), true) },
  empty: { ...base, ...libraryAnswers([]) },
  waiting: {
    ...base,
    'library.rows': null,
    'library.find': null,
    'library.counts': null,
    'tapes.get': null,
    'views.assemble': null,
    'entries.get': null,
    'tapes.overview': null,
  },
  /** An answer that nobody could draw. */
  fault: { ...base, 'entries.get': ({ seq }) => ({ ...detail(seq), parts: null as never }) },
  broken: {
    ...base,
    'library.rows': () => {
      throw new TapeError('internal', 'The catalog could not be opened.');
    },
  },
};

/** The double's answers for a scene by name. */
export function answersFor(scene: string): Answers {
  const answers = scenes[scene];
  if (answers === undefined) throw new Error(`There is no scene ${scene}; there are ${Object.keys(scenes).join(', ')}.`);
  return answers;
}
