import type { EntryDetail, MergeConflict, MergePreview, TapeRow, View } from '../../shared/model/index.ts';
import type { Parsed } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/errors.ts';
import type { Answers } from './fake-bridge.ts';
import { abilitiesIn } from './formats.ts';
import { libraryAnswers } from './library.ts';
import { NOON, tape } from './tapes.ts';
import { timeline } from './work.ts';

const HOUR = 3_600_000;
const HEAD = 118;
const native = (session: string, fork: string | null = null, open = true) => ({ workspace: 'research-notes-4be1', session, fork, open });

const nativeTape = (id: string, title: string, part: Partial<TapeRow>): TapeRow =>
  tape({
    id,
    title,
    format: 'native',
    project: '/home/me/research-notes',
    file: '/home/me/.tape/workspace-research-notes-4be1',
    writer: null,
    model: null,
    entries: HEAD,
    textTo: HEAD,
    steps: 21,
    anchors: 5,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    ended: NOON - HOUR,
    ...part,
  });

export const nativeTapes: TapeRow[] = [
  nativeTape('notes', 'research-notes', { native: native('main'), live: true, ended: NOON }),
  nativeTape('cron', 'cron-job', { native: native('main', 'cron-job'), parent: 'notes', relation: 'fork', entries: 104, steps: 18 }),
  nativeTape('tables', 'two-tables', { native: native('main', 'two-tables'), parent: 'notes', relation: 'fork', entries: 97, steps: 16 }),
  nativeTape('spike', 'spike', { native: native('main', 'spike', false), parent: 'notes', relation: 'fork', entries: 61, steps: 9 }),
];

const said = [
  ['message', 'Retries leave the request path; the worker reads the outbox every second.'],
  ['tool_call', 'Read src/outbox/worker.ts'],
  ['tool_result', 'export class OutboxWorker { constructor(private readonly db: Ledger) {} }'],
  ['message', 'The codes are mapped in one place, so the worker can raise internal errors and let map.ts translate.'],
  ['event', 'insight: the mobile team parses public error codes; they must not change'],
  ['anchor', 'implement'],
] as const;

const order = (names: readonly string[], taken: (at: number) => boolean): MergePreview['order'] =>
  names
    .flatMap((from) =>
      said.map(([kind, summary], at) => ({ from, id: 99 + at, kind, summary, at: '2026-11-21T11:00:00.123Z', mark: null, seq: at })),
    )
    .filter(({ seq }) => taken(seq))
    .map(({ seq, ...item }, at) => ({ ...item, newId: HEAD + 1 + at }));

const conflicts: MergeConflict[] = [
  {
    type: 'corrects',
    key: '41',
    sides: [
      { from: null, id: 112, value: 'Retry five times, with jitter of 20 %.' },
      { from: 'cron-job', id: 102, value: 'Retry until the job is an hour old, without jitter; the cron runs every five minutes anyway.' },
    ],
    sentence: 'Both corrected #41.',
  },
  {
    type: 'anchor',
    key: 'implement',
    sides: [
      { from: null, id: 96, value: 'summary: the outbox table and its worker' },
      { from: 'cron-job', id: 104, value: 'summary: a cron job that drains the queue' },
    ],
    sentence: 'Both opened an anchor named implement.',
  },
];

/** As the engine would: what the choices leave of three dozen entries. */
const preview = ({ names, dedup, onConflict, insightsOnly }: Parsed<'native.preview'>): MergePreview => {
  const insight = (at: number) => at >= 4;
  const doubled = (at: number) => dedup !== 'none' && (at === 1 || at === 2);
  const items = order(names, (at) => !doubled(at) && (!insightsOnly || insight(at)));
  const mark = onConflict === 'keep-both' ? 'kept-both' : onConflict === 'prefer-parent' ? 'superseded' : 'supersedes';
  const open = names.includes('cron-job') ? conflicts : [];
  const inConflict = (from: string, id: number) => open.some(({ sides }) => sides.some((side) => side.from === from && side.id === id));
  const all = names.flatMap((from) => said.map(([kind, summary], at) => ({ from, id: 99 + at, kind, summary, at })));
  return {
    order: items.map((item) => ({
      ...item,
      mark:
        onConflict !== 'refuse' && inConflict(item.from, item.id)
          ? mark
          : insightsOnly
            ? item.kind === 'anchor'
              ? 'anchor'
              : 'insight'
            : null,
    })),
    duplicates: all
      .filter(({ at }) => doubled(at) && !insightsOnly)
      .map(({ from, id, kind, summary, at }) => ({
        from,
        id,
        kind,
        summary,
        of: { from: null, id: 80 + at },
        by: dedup === 'tool-call-id' ? 'tool-call-id' : 'digest',
      })),
    left: insightsOnly ? all.filter(({ at }) => !insight(at)).map(({ from, id, kind }) => ({ from, id, kind })) : [],
    conflicts: open,
    mergeable: onConflict !== 'refuse' || open.length === 0,
    verdict: null,
    head: HEAD,
  };
};

const line = (seq: number): string =>
  JSON.stringify({
    id: seq,
    kind: seq % 4 === 0 ? 'anchor' : 'message',
    at: '2026-11-21T11:00:00.123Z',
    anchor: 'implement',
    payload:
      seq % 4 === 0
        ? { name: 'implement', state: { summary: 'The outbox table and its worker.' } }
        : { role: 'user', content: 'Retry five times, with jitter of 20 %.' },
    meta: {},
  });

const corrected = (detail: EntryDetail, seq: number): EntryDetail => ({
  ...detail,
  title: 'Retry five times, with jitter of 20 %.',
  parts: [{ type: 'text', text: 'Retry five times, with jitter of 20 %.' }],
  file: '/home/me/.tape/workspace-research-notes-4be1/anchors/004_implement/messages.jsonl',
  raw: line(seq),
  links: [
    { relation: 'corrects', seq: 41, label: '#41 Retry three times' },
    { relation: 'corrected-by', seq: 117, label: '#117 Retry until the job is an hour old' },
    { relation: 'phase', seq: 96, label: 'implement' },
    { relation: 'merged-from', tape: 'spike', seq: 58, label: 'spike #58' },
  ],
});

const small = (id: string) => {
  const whole = timeline();
  const entries = nativeTapes.find((row) => row.id === id)?.entries ?? HEAD;
  const steps = nativeTapes.find((row) => row.id === id)?.steps ?? 21;
  return {
    ...whole,
    tape: id,
    entries,
    steps,
    kind: whole.kind.slice(0, entries),
    tone: whole.tone.slice(0, entries),
    time: whole.time.slice(0, entries),
    stepFirst: Uint32Array.from({ length: steps }, (_, at) => 1 + Math.floor((at * entries) / steps)),
    stepInput: whole.stepInput.slice(0, steps),
    stepTime: whole.stepTime.slice(0, steps),
    stepTone: whole.stepTone.slice(0, steps),
    bands: [
      { from: 1, to: 20, name: 'session/start', derived: false },
      { from: 21, to: 58, name: 'discovery', derived: false },
      { from: 59, to: 95, name: 'plan', derived: false },
      { from: 96, to: entries, name: 'implement', derived: false },
    ],
    marks: [
      { seq: 40, type: 'fork' as const, label: 'spike' },
      { seq: 66, type: 'merge' as const, label: 'spike' },
      { seq: 98, type: 'fork' as const, label: 'cron-job' },
    ].filter(({ seq }) => seq < entries),
  };
};

const isNative = (id: string): boolean => nativeTapes.some((row) => row.id === id);

const commands: Record<string, string[]> = {
  ',help': [',help', ',tape.info', ',tape.search query=… [kind=…] [limit=…]', ',handoff name=… [summary=…] [next_steps=…]', ',anchors'],
  ',anchors': [
    '1  session/start   20 entries',
    '2  discovery       38 entries',
    '3  plan            37 entries',
    '4  implement       23 entries',
  ],
  ',tape.info': [
    'research-notes, session main',
    '118 entries, 5 anchors, 2 open forks, 61 kB',
    'last anchor implement (#96), 22 entries since',
  ],
};

/** Answers of an engine that holds one workspace; what is not native is answered as before. */
export function nativeAnswers(base: Answers): Answers {
  return {
    'tapes.overview': (input) => (isNative(input.tape) ? small(input.tape) : (base['tapes.overview']?.(input) as never)),
    'entries.get': (input) => {
      const detail = base['entries.get']?.(input) as EntryDetail;
      return isNative(input.tape) ? corrected(detail, input.seq) : detail;
    },
    'steps.list': (input) => {
      const answer = base['steps.list']?.(input);
      if (answer === undefined || !isNative(input.tape)) return answer as never;
      return {
        total: 21,
        items: answer.items.slice(0, 21).map((row) => ({ ...row, last: Math.min(HEAD, row.step * 5), first: row.step * 5 - 4 })),
      };
    },
    'views.assemble': (input) => ({ ...(base['views.assemble']?.(input) as View), tape: input.tape }),
    'native.init': ({ root }) => ({ tape: nativeTape('notes', root, { native: native('main') }) }),
    'native.info': () => ({
      workspace: 'research-notes-4be1',
      root: '/home/me/research-notes',
      session: 'main',
      fork: null,
      entries: HEAD,
      anchors: 5,
      lastAnchor: { seq: 4, name: 'implement', id: 96, at: '2026-11-21T11:00:00.123Z' },
      entriesSince: 22,
      forks: 2,
      openForks: ['cron-job', 'two-tables'],
      sessions: ['main'],
      bytes: 61_204,
      tokens: { value: 9820, basis: 'estimated' },
      gate: 'npm run -s check -- --union',
      stateSchema: true,
      recovered: 0,
      notes: [],
    }),
    'native.forks': () => ({
      items: nativeTapes.slice(1).map((row) => ({
        name: row.native?.fork ?? '',
        start: 98,
        at: '2026-11-21T11:00:00.123Z',
        who: 'me',
        note: null,
        prefix: '9f3c1a77',
        entries: 6,
        state: row.native?.open === true ? ('open' as const) : ('merged' as const),
        merged: row.native?.open === true ? null : 66,
        tape: row.id,
      })),
    }),
    'native.append': () => ({ ids: [HEAD], notes: [] }),
    'native.handoff': ({ owner }) => {
      if (owner !== undefined) return { ids: [HEAD], notes: [] };
      throw new TapeError('refused', 'The state contract of this workspace wants an owner.', { fields: ['owner'] });
    },
    'native.fork': ({ name }) => {
      const [, made] = nativeTapes;
      if (made === undefined || name === 'cron-job')
        throw new TapeError('refused', 'This session has an open fork of that name already: cron-job.');
      return {
        tape: made,
        fork: { name, start: 98, at: '', who: 'me', note: null, prefix: '', entries: 0, state: 'open', merged: null },
      };
    },
    'native.preview': preview,
    'native.judge': ({ onConflict }) => ({
      gate: 'npm run -s check -- --union',
      verdict: onConflict === 'prefer-parent' ? 'refuted' : 'survives',
      exit: onConflict === 'prefer-parent' ? 1 : 0,
      output:
        onConflict === 'prefer-parent'
          ? 'checked 24 claims\n1 claim cites no entry: "jitter of 20 %"\n'
          : 'checked 24 claims, all cite an entry\n',
      ms: 1240,
    }),
    'native.merge': () => ({ event: HEAD, ids: [112, 113, 114], duplicates: 0, conflicts: 0, verdict: null }),
    'native.reset': () => ({ archive: '/home/me/.tape/workspace-research-notes-4be1/archive/20261121T110000' }),
    'native.continue': () => ({ tape: nativeTapes[0] as TapeRow }),
    'native.command': ({ line: typed }) => {
      const answer = commands[typed.trim()];
      if (answer !== undefined) return { did: 'command', lines: answer, ids: typed.includes('info') ? [96] : [] };
      if (!typed.startsWith(',')) return { did: 'appended', lines: [], ids: [HEAD] };
      return { did: 'unknown', lines: [`There is no command ${typed.split(' ')[0]}. ,help lists them. Nothing was run.`], ids: [] };
    },
  };
}

const fresh = nativeTape('fresh', 'research-notes', { native: native('main'), entries: 1, steps: 0, anchors: 1, textTo: 1 });

/** A workspace that was made a moment ago. */
export const emptyNative: Answers = {
  ...libraryAnswers([fresh]),
  'tapes.get': () => ({ tape: fresh, anchors: [], related: [], ...abilitiesIn(fresh.format) }),
  'tapes.overview': () => ({
    ...small('fresh'),
    entries: 1,
    steps: 0,
    ...nothing,
    bands: [{ from: 1, to: 1, name: 'session/start', derived: false }],
  }),
};

const nothing = {
  kind: new Uint8Array(1),
  tone: new Uint8Array(1),
  time: new Float64Array([NOON]),
  stepFirst: new Uint32Array(0),
  stepInput: new Float64Array(0),
  stepTime: new Float64Array(0),
  stepTone: new Uint8Array(0),
  marks: [],
};
