import { clock, type Drawing, type Used } from '../../../testing/laws/drawing.ts';
import { readMapping } from '../mapping.ts';
import { addMapping } from '../registry.ts';

/** The mapping of a program that nobody else reads. */
export const MILL = {
  name: 'Mill',
  role: 'from.kind',
  roles: { miller: 'user', wheel: 'assistant', sieve: 'tool' },
  content: 'body.words[0]',
  ...{ id: 'no', parent: 'after', time: 'ground_at', model: 'from.stone' },
  usage: { input: 'grain.in', output: 'grain.out' },
};

const { mapping } = readMapping(JSON.stringify(MILL));
if (mapping !== null) addMapping(mapping);

const write: Drawing['write'] = (turns) => {
  const now = clock();
  let no = 0;
  const line = (kind: string, words: string, more: object = {}) => {
    no += 1;
    return { no: `m${no}`, after: no === 1 ? null : `m${no - 1}`, ground_at: now(), from: { kind, ...more }, body: { words: [words] } };
  };
  const ground = (words: string, { input, output }: Used) => ({
    ...line('wheel', words, { stone: 'basalt-2' }),
    grain: { in: input, out: output },
  });
  return turns.flatMap(({ prompt, calls, answer, used, summary, strange }) => [
    line('miller', prompt),
    ...calls.flatMap((call) => [ground(call.input, call.used), line('sieve', call.output)]),
    ground(answer, used),
    ...(summary === null ? [] : [line('miller', summary)]),
    ...(strange === null ? [] : [{ type: 'flood', says: strange }]),
  ]);
};

export const drawing: Drawing = { write, strange: 'flood' };
