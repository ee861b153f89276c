import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../views/assemble.ts';
import { sentOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import { asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { SUMMARY_WORDS } from './injected.ts';
import { textOf } from './record.ts';
import {
  call,
  compacted,
  event,
  item,
  meta,
  output,
  plainMessage,
  rolledBack,
  said,
  thinking,
  tokens,
  turn,
  uuid,
} from './testing/draw.ts';

const wordsOf = (one: JsonObject): string =>
  asString(one.text) ?? (textOf(one) || asString(one.output) || asString(one.name) || (asString(one.type) ?? '?'));

/** What the request of the last step held: of each item its text, its call or what it is. */
async function sentLast(records: JsonObject[], policy: 'as-recorded' | 'full' = 'as-recorded'): Promise<string[]> {
  const { store, rim, tape } = importRecords(records);
  try {
    const { system = [], messages } = await sentOf(rim, tape, { step: store.catalog.tape(tape).steps }, { type: policy });
    return [...system, ...messages].map((one) => wordsOf(asObject(one as Json) ?? {}));
  } finally {
    store.close();
  }
}

const BASE = 'You grind corn.';
let used = 0;
const answered = (text: string): JsonObject[] => {
  used += 100;
  return [said('assistant', text), tokens([used, 0], [100, 0])];
};
const asked = (id: number, text: string): JsonObject[] => [...turn(id), said('user', text)];
const context = (text: string): JsonObject => said('user', `<environment_context>${text}</environment_context>`);

describe('what Codex sends', () => {
  it('is the instructions and every item before the request, thinking that nobody can read included', async () => {
    expect(
      await sentLast([
        ...[meta(1), context('here'), ...asked(10, 'Grind.'), event('user_message', { message: 'Grind.' }), thinking(), call('c1')],
        ...[tokens([90, 9], [90, 9]), output('c1', 'stones'), item({ type: 'ghost_snapshot' }), ...answered('Ground.')],
      ]),
    ).toEqual([BASE, '<environment_context>here</environment_context>', 'Grind.', 'reasoning', 'exec_command', 'stones']);
  });

  it('begins again with the history of a compaction', async () => {
    const history = [plainMessage('user', 'Grind.'), { type: 'compaction', encrypted_content: 'x' }];
    const records = [
      meta(1),
      ...asked(10, 'Grind.'),
      ...answered('Ground.'),
      compacted(history),
      ...asked(11, 'Finer.'),
      ...answered('Finer now.'),
    ];
    expect(await sentLast(records)).toEqual([BASE, 'Grind.', 'compaction', 'Finer.']);
    expect(await sentLast(records, 'full')).toEqual([BASE, 'Grind.', 'Ground.', 'compaction', 'Finer.']);
  });

  it.each([
    ['that says what it is goes at the next one', SUMMARY_WORDS, []],
    ['that does not is taken for a prompt', 'One', ['One: ground.']],
  ])('without a logged history begins with the newest context, the prompts and the summary; one %s', async (_, words, stays) => {
    expect(
      await sentLast([
        ...[meta(1), context('old'), ...asked(10, 'Grind.'), ...answered('Ground.'), context('new'), ...asked(11, 'Finer.')],
        ...[said('user', '<turn_aborted>stopped</turn_aborted>'), ...answered('Finer now.'), compacted(null, `${words}: ground.`)],
        ...[
          ...asked(12, 'Salt.'),
          ...answered('Salted.'),
          compacted(null, 'Two: ground and salted.'),
          ...asked(13, 'Bake.'),
          ...answered('Baked.'),
        ],
      ]),
    ).toEqual([
      ...[
        BASE,
        '<environment_context>new</environment_context>',
        'Grind.',
        'Finer.',
        '<turn_aborted>stopped</turn_aborted>',
        ...stays,
        'Salt.',
        'Two: ground and salted.',
        'Bake.',
      ],
    ]);
  });

  it('has nothing of turns that were rolled back', async () => {
    const turns = (n: number): JsonObject[] => [...asked(10 + n, `Prompt ${n}.`), ...answered(`Answer ${n}.`)];
    const records = [
      meta(1),
      context('here'),
      ...turns(1),
      ...turns(2),
      ...turns(3),
      rolledBack(2),
      ...asked(20, 'Again.'),
      ...answered('Yes.'),
    ];
    expect(await sentLast(records)).toEqual([BASE, '<environment_context>here</environment_context>', 'Prompt 1.', 'Answer 1.', 'Again.']);
    const all = [meta(1), ...turns(1), rolledBack(7), ...asked(20, 'Again.'), ...answered('Yes.')];
    expect(await sentLast(all)).toEqual([BASE, 'Again.']);
  });

  it('has no context either that was injected for a turn that was rolled back, by programs that log where turns begin', async () => {
    const begun = (id: number, text: string): JsonObject[] => [
      ...turn(id),
      said('developer', '<model_switch>new</model_switch>'),
      context(text),
    ];
    const records = [meta(1), context('first'), said('user', 'One.'), ...answered('1.')];
    const more = [said('user', 'Two.'), ...answered('2.'), rolledBack(1), said('user', 'Again.'), ...answered('3.')];
    const start = [BASE, '<environment_context>first</environment_context>', 'One.', '1.'];
    expect(await sentLast([...records, ...begun(11, 'second'), ...more])).toEqual([...start, 'Again.']);
    expect(await sentLast([...records, context('second'), ...more])).toEqual([
      ...[...start, '<environment_context>second</environment_context>', 'Again.'],
    ]);
    // Nothing is cut before the first prompt.
    expect(await sentLast([meta(1), ...begun(10, 'first'), said('user', 'One.'), ...answered('1.'), ...more])).toEqual([
      ...[BASE, '<model_switch>new</model_switch>', '<environment_context>first</environment_context>', 'One.', '1.', 'Again.'],
    ]);
  });

  it('begins with nothing after its only compaction once the turn of that was rolled back', async () => {
    const one = (id: number, text: string): JsonObject[] => [
      ...turn(id),
      said('user', text),
      event('user_message', { message: text }),
      ...answered(`${text} Done.`),
    ];
    const first = [meta(1), context('here'), ...one(10, 'One.'), ...one(11, 'Two.')];
    const compaction = (id: number): JsonObject[] => [
      event('task_started', { turn_id: uuid(id) }),
      compacted([plainMessage('user', 'One.'), plainMessage('user', `${SUMMARY_WORDS}: all.`)]),
    ];
    const after = [...one(13, 'Three.'), rolledBack(2), ...asked(14, 'Again.'), ...answered('Yes.')];
    expect(await sentLast([...first, ...compaction(12), context('new'), ...after])).toEqual([
      ...[BASE, '<environment_context>new</environment_context>', 'Again.'],
    ]);
    // Back by the turns after it alone, or where an older one is there, it holds.
    expect(await sentLast([...first, ...compaction(12), ...one(15, 'Three.'), ...after])).toEqual([
      BASE,
      'One.',
      `${SUMMARY_WORDS}: all.`,
      'Again.',
    ]);
    expect((await sentLast([...first, ...compaction(9), ...compaction(12), ...after]))[1]).toBe('One.');
  });

  it('has of a prompt that a compaction up to 0.98 kept its text alone, as far as there is room for it', async () => {
    const picture = item({
      ...{ type: 'message', role: 'user' },
      content: [
        { type: 'input_text', text: '<image name=[Image #1]>' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_text', text: '</image>' },
        { type: 'input_text', text: 'Grind this.' },
      ],
    });
    const long = 'ö'.repeat(39_990);
    const sent = (...prompts: JsonObject[]): Promise<string[]> =>
      sentLast([
        meta(1),
        ...prompts,
        ...answered('a'),
        compacted(null, `${SUMMARY_WORDS}: ground.`),
        ...asked(11, 'More.'),
        ...answered('b'),
      ]);
    const end = [`${SUMMARY_WORDS}: ground.`, 'More.'];
    expect(await sent(picture)).toEqual([BASE, 'Grind this.', ...end]);
    // 39,990 letters of two bytes are 19,995 tokens: five are left for the prompt before it, and none for another.
    expect(await sent(said('user', 'Lost.'), said('user', `${'a'.repeat(30)}${'b'.repeat(30)}`), said('user', long))).toEqual([
      ...[BASE, `${'a'.repeat(10)}…10 tokens truncated…${'b'.repeat(10)}`, long, ...end],
    ]);
  });

  it('has the newest instructions once, and none next to those that are an item', async () => {
    const again = meta(1, { base_instructions: { text: 'You grind rye.' } });
    expect(await sentLast([meta(1), ...asked(10, 'Grind.'), ...answered('a'), again, ...asked(11, 'More.'), ...answered('b')])).toEqual([
      ...['You grind rye.', 'Grind.', 'a', 'More.'],
    ]);
    const tools = item({ type: 'additional_tools', role: 'developer', tools: [{ name: 'mill' }] });
    expect(await sentLast([meta(1), tools, said('developer', 'You grind oats.'), ...asked(10, 'Grind.'), ...answered('a')])).toEqual([
      ...['additional_tools', 'You grind oats.', 'Grind.'],
    ]);
  });

  it('lacks the tools alone where its log has the instructions, and both where it has neither', async () => {
    const lacking = async (...records: JsonObject[]): Promise<string[]> => {
      const { store, rim, tape } = importRecords([...records, ...asked(10, 'Grind.'), ...answered('a')]);
      const view = await assemble(rim, tape, { step: 1 }, { type: 'as-recorded' });
      store.close();
      return view.lacking.map(({ note }) => note);
    };
    const tools = item({ type: 'additional_tools', role: 'developer', tools: [{ name: 'mill' }] });
    expect(await lacking(meta(1))).toEqual(['tool definitions']);
    expect(await lacking(meta(1, { base_instructions: null }))).toEqual(['base instructions', 'tool definitions']);
    expect(await lacking(meta(1), tools, said('developer', 'You grind oats.'))).toEqual(['what the API adds to items and tools']);
  });

  it('gives a call without an output one that says aborted, and leaves out an output without a call', async () => {
    expect(await sentLast([meta(1), ...asked(10, 'Grind.'), call('c1'), output('c9', 'lost'), ...turn(11), ...answered('a')])).toEqual([
      ...[BASE, 'Grind.', 'exec_command', 'aborted'],
    ]);
  });

  const CUT = 'Success.\n[... omitted 897 of 900 lines ...]\n\nDone.';

  it('has the beginning of an output that was too long once it was JSON', async () => {
    const long = JSON.stringify({
      output: `Total output lines: 2\n\n${'ü'.repeat(6000)}`,
      metadata: { exit_code: 0, duration_seconds: 1 },
    });
    const records = [meta(1), ...asked(10, 'Grind.'), call('c1'), tokens([9, 9], [9, 9]), output('c1', long), ...answered('a')];
    const sent = (await sentLast(records)).at(-1) ?? '';
    expect(sent).toMatch(
      /^Total output lines: 1\n\n\{"output":"Total output lines: 2\\n\\nü+\n\[\.\.\. output truncated to fit 10240 bytes/,
    );
    expect(Buffer.byteLength(sent)).toBe(5191);
  });

  it('has the output of a patch as text, but not where a summary is asked for', async () => {
    const patched = item({
      ...{ type: 'custom_tool_call_output', call_id: 'p1' },
      output: JSON.stringify({ output: `Total output lines: 900\n\n${CUT}`, metadata: { exit_code: 0, duration_seconds: 1.5 } }),
    });
    const records = [meta(1), ...asked(10, 'Grind.'), item({ type: 'custom_tool_call', name: 'apply_patch', input: '*', call_id: 'p1' })];
    const before = [...records, tokens([50, 5], [50, 5]), patched];
    expect((await sentLast([...before, ...answered('a')])).at(-1)).toBe(
      `Exit code: 0\nWall time: 1.5 seconds\nTotal output lines: 900\nOutput:\n${CUT}`,
    );
    const summary = [...before, compacted([plainMessage('user', 'Another language model started to solve this problem')])];
    expect((await sentLast(summary)).at(-1)).toContain('"exit_code":0');
  });

  it('cuts an output in the middle, in whole characters', async () => {
    const long = `${'a'.repeat(24_001)}ü${'b'.repeat(40_000)}`;
    const sent =
      (await sentLast([meta(1), ...asked(10, 'Grind.'), call('c1'), tokens([9, 9], [9, 9]), output('c1', long), ...answered('a')])).at(
        -1,
      ) ?? '';
    expect(sent).toMatch(/^a+…4001 tokens truncated…b+$/);
    expect(Buffer.byteLength(sent.replace(/….*…/, ''))).toBe(48_000);
  });

  it.each([
    ['a text', (text: string) => output('c1', text)],
    ['a list', (text: string) => item({ type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text }] })],
  ])('weighs an output in %s as it was sent, not as it is logged', async (_, printed) => {
    const words = 'grain of corn, '.repeat(20_000);
    const records = [meta(1), ...asked(10, 'Grind.'), call('c1'), tokens([100, 10], [100, 10]), printed(words)];
    const { store, rim, tape } = importRecords([...records, said('assistant', 'a'), tokens([13_300, 20], [13_200, 10])]);
    const { blocks, warnings, tokens: sums } = await assemble(rim, tape, 2, { type: 'as-recorded' });
    const { tokens: weight } = blocks.at(-1) ?? {};
    expect([weight?.basis, (weight?.value ?? 0) > 11_000, (weight?.value ?? 0) < 14_000]).toEqual(['counted', true, true]);
    expect([warnings, Math.abs(sums.unexplained ?? 0) < 1500]).toEqual([[], true]);
    const row = store.catalog.entries(tape, 1, 100).find(({ kind }) => kind === 'tool_result');
    expect(row?.chars).toBe('…63000 tokens truncated…'.length + 48_000);
    store.close();
  });
});

/** Turns, contexts, compactions and rollbacks in any order, with a name for each item. */
const deed = fc.oneof(
  fc.constant('turn' as const),
  fc.constant('turn' as const),
  fc.constant('compact' as const),
  fc.constant('sum' as const),
  fc.integer({ min: 1, max: 3 }),
);

type Deed = 'turn' | 'compact' | 'sum' | number;

/** The only compaction with a history, where rollbacks took back more turns than came after it. */
function undoneIn(deeds: readonly Deed[]): number | null {
  const only = deeds.indexOf('compact');
  let left = 0;
  for (const one of deeds.slice(only + 1).toReversed())
    left = typeof one === 'number' ? left + one : Math.max(0, left - (one === 'turn' ? 1 : 0));
  return only >= 0 && only === deeds.lastIndexOf('compact') && left > 0 ? only : null;
}

describe('a drawn rollout', () => {
  it('sends what a list sends that does the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 14 }), async (deeds) => {
        const records: JsonObject[] = [meta(1)];
        let list: string[] = [];
        let prompts: string[] = [];
        for (const [at, one] of deeds.entries()) {
          if (one === 'turn') {
            records.push(...asked(100 + at, `P${at}`), event('user_message', { message: `P${at}` }), ...answered(`A${at}`));
            list.push(`P${at}`, `A${at}`);
            prompts.push(`P${at}`);
          } else if (one === 'compact') {
            const history = [...prompts.map((text) => plainMessage('user', text)), plainMessage('assistant', `S${at}`)];
            if (at === undoneIn(deeds)) prompts = [];
            list = at === undoneIn(deeds) ? [] : [...prompts, `S${at}`];
            records.push(compacted(history));
          } else if (one === 'sum') {
            list = [...prompts, `${SUMMARY_WORDS} S${at}`];
            prompts = [...prompts];
            records.push(compacted(null, `${SUMMARY_WORDS} S${at}`));
          } else {
            for (let left = one; left > 0; left -= 1) {
              const from = list.findLastIndex((text) => prompts.includes(text) || text.startsWith(SUMMARY_WORDS));
              if (from >= 0) list = list.slice(0, from);
            }
            prompts = prompts.filter((text) => list.includes(text));
            records.push(rolledBack(one));
          }
        }
        records.push(...asked(900, 'last'), ...answered('end'));
        expect(await sentLast(records)).toEqual([BASE, ...list, 'last']);
      }),
      { numRuns: 60 },
    );
  });
});
