import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, nearest } from './nearest.ts';
import { parseLine } from './parse.ts';
import { splitWords } from './split-line.ts';
import { COMMANDS } from './table.ts';

const commandOf = (line: string) => {
  const parsed = parseLine(line);
  if (parsed.type !== 'command') throw new Error(`${line}: ${JSON.stringify(parsed)}`);
  return parsed.command;
};
const saidOf = (line: string): string => {
  const parsed = parseLine(line);
  if (parsed.type !== 'unknown') throw new Error(`${line}: ${JSON.stringify(parsed)}`);
  return parsed.lines.join(' ');
};

describe('words', () => {
  const cases: [string, [string | null, string | null][]][] = [
    [
      'a  b\tc',
      [
        [null, 'a'],
        [null, 'b'],
        [null, 'c'],
      ],
    ],
    ['key=value', [['key', 'value']]],
    ['key="two words"', [['key', 'two words']]],
    ['key=\'it "is"\'', [['key', 'it "is"']]],
    [
      '--next-step=x --archive',
      [
        ['next_step', 'x'],
        ['archive', null],
      ],
    ],
    ['"a=b"', [[null, 'a=b']]],
    ['query="a"\' b\'c', [['query', 'a bc']]],
    [
      'a\\ b "c\\"d" "e\\nf"',
      [
        [null, 'a b'],
        [null, 'c"d'],
        [null, 'e\\nf'],
      ],
    ],
    [
      'empty= ""',
      [
        ['empty', ''],
        [null, ''],
      ],
    ],
    ['"--archive"', [[null, '--archive']]],
    [
      '$HOME `ls` $(ls) *',
      [
        [null, '$HOME'],
        [null, '`ls`'],
        [null, '$(ls)'],
        [null, '*'],
      ],
    ],
  ];
  test.each(cases)('%s', (line, words) => {
    expect(splitWords(line)).toEqual({ words: words.map(([key, value]) => ({ key, value })), open: null });
  });

  test('tells which quote is left open', () => {
    expect(splitWords('a "b').open).toBe('"');
    expect(splitWords("it's").open).toBe("'");
  });

  test('a value between double quotes comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const quoted = `key="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
        expect(splitWords(quoted)).toEqual({ words: [{ key: 'key', value }], open: null });
      }),
    );
  });
});

describe('the nearest name', () => {
  test('counts insertions, removals, replacements and swaps', () => {
    expect(distance('anchors', 'anchor')).toBe(1);
    expect(distance('hanodff', 'handoff')).toBe(1);
    expect(distance('', 'log')).toBe(3);
  });

  test('is none where nothing is near', () => {
    expect(nearest('hndoff', ['handoff', 'help'])).toBe('handoff');
    expect(nearest('hand', ['handoff', 'help'])).toBe('handoff');
    expect(nearest('bash', ['handoff', 'help'])).toBeNull();
    expect(nearest('h'.repeat(100_000), ['handoff'])).toBeNull();
  });
});

describe('a line', () => {
  test.each(['hello', ' ,help', 'x,help', '，help', 'a\nb'])('that does not begin with a comma is a message: %o', (line) => {
    expect(parseLine(line)).toEqual({ type: 'message', text: line });
  });

  test.each([
    [',tape.info', { run: 'info' }],
    [',tape', { run: 'info' }],
    [',TAPE.INFO', { run: 'info' }],
    [',tape_info', { run: 'info' }],
    [', anchors', { run: 'anchors' }],
    [',tape.anchors', { run: 'anchors' }],
    [',forks', { run: 'forks' }],
    [',help', { run: 'help', about: null }],
    [',help tape.handoff', { run: 'help', about: 'tape.handoff' }],
    [',log limit=3 kind=message', { run: 'log', limit: 3, kind: 'message', anchor: undefined }],
    [',reset archive=true', { run: 'reset', archive: true }],
    [',tape.reset --archive', { run: 'reset', archive: true }],
    [',reset', { run: 'reset', archive: false }],
    [',fork retry at=4', { run: 'fork', name: 'retry', at: 4, note: undefined }],
  ])('%s', (line, command) => {
    expect(commandOf(line)).toEqual(command);
  });

  test('a search takes loose words as one query, and days as whole days', () => {
    const search = { run: 'search', limit: 20, kinds: [], since: undefined, until: undefined };
    expect(commandOf(',tape.search query=retry')).toEqual({ ...search, query: 'retry' });
    expect(commandOf(',search retry budget limit=5')).toEqual({ ...search, query: 'retry budget', limit: 5 });
    expect(commandOf(',search "a=b" --kinds message,event start=2026-11-20 end=2026-11-21')).toEqual({
      ...search,
      query: 'a=b',
      kinds: ['message', 'event'],
      since: '2026-11-20T00:00:00.000Z',
      until: '2026-11-21T23:59:59.999Z',
    });
  });

  test('a handoff holds what was given and nothing else', () => {
    expect(commandOf(',handoff')).toEqual({ run: 'handoff', input: { name: 'handoff' } });
    expect(commandOf(',tape.handoff phase-1 the parser is done')).toEqual({
      run: 'handoff',
      input: { name: 'phase-1', summary: 'the parser is done' },
    });
    expect(
      commandOf(`,handoff name=p summary="S" next_steps="a, b" next_step=c source_ids=1,2 --source-id 3 owner=mia state='{"k":1}'`),
    ).toEqual({
      run: 'handoff',
      input: { name: 'p', summary: 'S', nextSteps: ['a, b', 'c'], sourceIds: [1, 2, 3], owner: 'mia', state: { k: 1 } },
    });
  });

  test('a merge says how', () => {
    expect(commandOf(',merge a,b --insights-only on_conflict=keep_both dedup=tool-call-id order=time')).toEqual({
      run: 'merge',
      options: { names: ['a', 'b'], order: 'time', dedup: 'tool-call-id', onConflict: 'keep-both', insightsOnly: true },
    });
  });

  test.each([
    [',hanodff name=x', 'There is no command ,hanodff. Nothing was run. Did you mean ,handoff?'],
    [',bash cmd="rm -rf /"', 'There is no command ,bash. Nothing was run. ,help lists the commands.'],
    [',git status', 'There is no command ,git. Nothing was run. ,help lists the commands.'],
    [',', 'A comma begins a command. ,help lists the commands.'],
    ['  ', 'An empty line appends nothing.'],
    [',handoff summary="open', 'The quote " is never closed. Nothing was run.'],
    [',search qurey=x', 'tape.search has no argument "qurey". Did you mean query? Nothing was run.'],
    [',search', 'tape.search needs words to search for, as in ,tape.search query="retry budget". Nothing was run.'],
    [',log limit=none', 'limit of tape.log is a whole number above 0, not "none". Nothing was run.'],
    [',log limit=0', 'limit of tape.log is a whole number above 0, not "0". Nothing was run.'],
    [',anchors all', 'tape.anchors takes no arguments, but was given "all". Nothing was run.'],
    [',anchors x=1', 'tape.anchors takes no arguments, but was given "x". Nothing was run.'],
    [',reset archive=maybe', 'archive of tape.reset is true or false, not "maybe". Nothing was run.'],
    [',merge a order=best', 'order of tape.merge is one of append, time, not "best". Nothing was run.'],
    [',handoff state=[1]', `state of tape.handoff is a JSON object, as in state='{"branch":"main"}'. Nothing was run.`],
    [',handoff name=a name=b', 'tape.handoff takes one name, but was given several. Nothing was run.'],
    [
      ',search x start=soon',
      'start of tape.search is a day or a moment, as in 2026-11-21 or 2026-11-21T10:30:00Z, not "soon". Nothing was run.',
    ],
    [',fork --name', 'tape.fork needs a value after --name. Nothing was run.'],
  ])('%s runs nothing and says why', (line, said) => {
    expect(saidOf(line)).toBe(said);
  });

  test.each(COMMANDS.map(({ example }) => example))('the example %s is a command', (example) => {
    expect(parseLine(example).type).toBe('command');
  });

  test('no two commands share a spelling', () => {
    const names = COMMANDS.flatMap(({ name, also }) => [name, ...also]);
    expect(new Set(names).size).toBe(names.length);
  });

  const names = COMMANDS.flatMap(({ name, also }) => [name, ...also]);
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      ' ',
      '"',
      "'",
      '\\',
      '=',
      '--',
      'name=',
      'query=',
      'archive',
      'state={',
      '__proto__=',
      'constructor=1',
      '2026-99-99',
      '999999999999999999',
    ),
  );

  test('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        expect(['message', 'command', 'unknown']).toContain(parseLine(line).type);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(piece), (name, pieces) => {
        expect(['command', 'unknown']).toContain(parseLine(`,${name} ${pieces.join('')}`).type);
      }),
      { numRuns: 500 },
    );
  });

  test('is never a message where it begins with a comma, and never a command where it does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseLine(`,${text}`).type).not.toBe('message');
        if (!text.startsWith(',')) expect(parseLine(text).type).not.toBe('command');
      }),
    );
  });
});
