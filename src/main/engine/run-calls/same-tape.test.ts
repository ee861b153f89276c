import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NativeEntry } from '../../../shared/model/native.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { WireMessage } from '../formats/values.ts';
import { endpointOf } from '../runs/endpoint.ts';
import { keepRun } from '../runs/keep.ts';
import { runTape } from '../runs/run-tape.ts';
import type { Scripted } from '../runs/testing/model-server.ts';
import { deniedWords, REFUSED } from '../runs/tools/allowed.ts';
import { toolsOf } from '../runs/tools/box.ts';
import type { Tape } from '../store/types.ts';
import { tempFolder } from '../testing/files.ts';
import { BOUNDS, runRoom, STILL } from './testing.ts';

const TOOLS = ['fs.read', 'fs.write', 'bash', 'tape.*'];

const call = fc.record({
  id: fc.constantFrom('', 'c1', 'c2'),
  name: fc.constantFrom('fs_read', 'fs_write', 'bash', 'tape_handoff', 'nothing'),
  arguments: fc.constantFrom(
    '{}',
    '{"path":"a.txt","content":"x"}',
    '{"cmd":"echo a"}',
    '{"cmd":"exit 3"}',
    '{"name":"n","summary":"s"}',
    '{"pa',
  ),
});
const answer: fc.Arbitrary<Scripted> = fc.oneof(
  fc.record({ text: fc.constantFrom('', 'Words.', 'More words than before.'), calls: fc.array(call, { maxLength: 3 }) }),
  fc.constantFrom<Scripted>({ status: 500, body: '{}' }, { status: 400, body: 'no' }, { body: 'data: x\n\n' }, { text: 'cut', cutAt: 60 }),
);

type Said = 'once' | 'no' | 'never';

interface Story {
  script: Scripted[];
  said: Said[];
  /** It is stopped when so many requests have come, or when so many calls have asked. */
  stop: { request: number } | { ask: number } | null;
  /** What else a window does meanwhile: looks, answers what was not asked, answers twice, late or at once. */
  noise: ('look' | 'wrong' | 'twice' | 'late')[];
}

const story: fc.Arbitrary<Story> = fc.record({
  script: fc.array(answer, { minLength: 1, maxLength: 5 }),
  said: fc.array(fc.constantFrom<Said>('once', 'no', 'never'), { minLength: 1, maxLength: 5 }),
  stop: fc.oneof(
    fc.constant(null),
    fc.record({ request: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ ask: fc.integer({ min: 1, max: 2 }) }),
  ),
  noise: fc.array(fc.constantFrom('look', 'wrong', 'twice', 'late'), { maxLength: 8 }),
});

const pieces = (script: readonly Scripted[]): Scripted[] => script.map((one, at) => ({ piece: 40 + at * 300, ...one }));

const answerAt = (said: readonly Said[], at: number): Said => said[at % said.length] ?? 'no';

/** In the window's way: frames come, and calls go back. */
const inWindow = async ({ script, said, stop, noise }: Story): Promise<Tape> => {
  let id = '';
  const room = await runRoom(pieces(script), (_, at) => {
    if (stop !== null && 'request' in stop && stop.request === at) halt();
  });
  const { handlers, tape } = room;
  const halt = (): void => void Promise.resolve(handlers['runs.stop']({ run: id || (room.frames[0]?.id ?? '') }, STILL)).catch(() => {});
  const answerNow = (run: Run, given: Said): void => {
    try {
      void handlers['runs.answer']({ run: run.id, call: run.ask?.call ?? '', answer: given }, STILL);
    } catch {
      // It was answered already.
    }
  };
  const asks = new Set<string>();
  let frames = 0;
  room.listeners.add((run) => {
    const act = noise[frames % Math.max(1, noise.length)];
    frames += 1;
    if (act === 'look') void handlers['runs.setup']({ tape }, STILL);
    if (act === 'wrong') answerNow({ ...run, ask: null }, 'once');
    const name = run.ask === null ? null : `${run.turns.at(-1)?.step} ${run.ask.call}`;
    if (name === null || asks.has(name)) return;
    asks.add(name);
    const at = asks.size;
    const given = answerAt(said, at - 1);
    const reply = (): void => {
      if (stop !== null && 'ask' in stop && stop.ask === at) halt();
      else for (const _ of act === 'twice' ? [1, 2] : [1]) answerNow(run, given);
    };
    if (act === 'late') setImmediate(() => setImmediate(reply));
    else queueMicrotask(reply);
  });
  ({ id } = await room.start({ tools: TOOLS, system: 'Be brief.' }));
  await room.until((run) => run.id === id && !run.running);
  return room.home.main;
};

/** In the way of `tape run`. */
const inTerminal = async ({ script, said, stop }: Story): Promise<Tape> => {
  const control = new AbortController();
  const room = await runRoom(pieces(script), (_, at) => {
    if (stop !== null && 'request' in stop && stop.request === at) control.abort();
  });
  const { home, server, tape, handlers, engine } = room;
  const denied = new Set<string>();
  let asks = 0;
  const folder = tempFolder();
  await runTape({
    ...{ tape: home.main, endpoint: endpointOf('openai-compatible:m', server.env), prompt: 'Go', system: 'Be brief.', env: server.env },
    ...{ keeper: keepRun(folder, folder), bounds: BOUNDS, tools: toolsOf(TOOLS), policy: 'as-recorded', takeOver: false },
    ...{ cancelled: control.signal, deadline: new AbortController().signal, commands: async () => null, price: () => null },
    pause: async () => undefined,
    next: async () => {
      await engine.ingest.open([home.main.folder]);
      return (await handlers['views.messages']({ tape, next: true, policy: 'as-recorded' }, STILL)).messages as WireMessage[];
    },
    allow: async (tool) => {
      if (denied.has(tool.allowed)) return deniedWords(tool);
      if (!tool.asks) return null;
      if (control.signal.aborted) return REFUSED;
      asks += 1;
      if (stop !== null && 'ask' in stop && stop.ask === asks) {
        control.abort();
        return 'The run was stopped before anybody answered.';
      }
      const given = answerAt(said, asks - 1);
      if (given === 'never') denied.add(tool.allowed);
      return given === 'once' ? null : given === 'never' ? deniedWords(tool) : REFUSED;
    },
  });
  return home.main;
};

/** What two tapes that say the same have in common: when it was, and in which folder, differs. */
const told = (tape: Tape): unknown[] =>
  tape.entries({}).map(({ at: _, ...entry }: NativeEntry) =>
    JSON.parse(
      JSON.stringify(entry)
        .replaceAll(tape.workspace.config.root, 'ROOT')
        .replaceAll(/run-\d+T\d+Z(-\d)?/g, 'run$1')
        .replaceAll(/"(elapsed_ms|pid)":\d+/g, '"$1":0')
        .replaceAll(/"date":"[^"]*"/g, '"date":""'),
    ),
  );

test('property: whatever frames come when, whatever is answered and whenever it is stopped, the tape is that of tape run', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      expect(told(await inWindow(one))).toEqual(told(await inTerminal(one)));
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 12) },
  );
});
