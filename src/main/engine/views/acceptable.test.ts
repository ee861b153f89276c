import { describe, expect, it, onTestFinished } from 'vitest';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { previewWithNext } from '../native-calls/next-previews.ts';
import { bringSource } from '../sources/bring-source.ts';
import { forkTape } from '../store/fork.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, call, MERGE, nativeHome, user } from '../testing/native.ts';
import { refusals } from './acceptable.ts';
import { assemble } from './assemble.ts';
import { viewMethods } from './methods.ts';
import { createRim } from './rim.ts';
import { entry } from './testing/session.ts';

const said = (seq: number) => entry({ seq, kind: 'message', role: 'user' });
const calls = (seq: number, ...ids: string[]) => entry({ seq, kind: 'tool_call', role: 'assistant', label: 'bash', calls: ids });
const twin = (seq: number) => ({ ...calls(seq, 'a'), step: 1, parentSeq: 9 });
const answers = (seq: number, ...ids: string[]) => entry({ seq, kind: 'tool_result', role: 'tool', results: ids });

describe('what no model accepts', () => {
  it.each([
    ['a call with its result', [said(1), calls(2, 'a'), answers(3, 'a')], []],
    ['parallel calls', [calls(1, 'a', 'b'), answers(2, 'b'), answers(3, 'a'), said(4)], []],
    ['pairs by order', [calls(1), answers(2)], []],
    ['an unanswered call', [calls(1, 'a'), said(2)], ['No model accepts these messages: #1 (bash) has no result in this context.']],
    [
      'a lone result',
      [said(1), answers(2, 'a')],
      ['No model accepts these messages: #2 (tool result) answers a call that is not in this context.'],
    ],
    [
      'an unanswered call without an id',
      [calls(1), said(2)],
      ['No model accepts these messages: #1 (bash) has no result in this context.'],
    ],
    [
      'two results of one call',
      [calls(1, 'a'), answers(2, 'a'), answers(3, 'a')],
      ['No model accepts these messages: #3 (tool result) answers a call that has a result already.'],
    ],
    [
      'a second result, without an id',
      [calls(1, 'a'), answers(2, 'a'), answers(3)],
      ['No model accepts these messages: #3 (tool result) answers a call that has a result already.'],
    ],
    ['several results of an entry that makes calls without ids', [calls(1), answers(2), answers(3)], []],
    ['calls that a redaction gave one id', [calls(1, 'x', 'x'), answers(2, 'x', 'x'), calls(3, 'x'), answers(4, 'x')], []],
    [
      'an answer that was written twice',
      [twin(1), answers(2, 'a'), twin(3), answers(4, 'a')],
      ['No model accepts these messages: #3 (bash) makes a call that is in this context already.'],
    ],
    [
      'another answer in between',
      [{ ...calls(1, 'a'), step: 1 }, { ...said(2), role: 'assistant' as const, step: 2 }, answers(3, 'a')],
      ['No model accepts these messages: #2 (message) comes between a call and its result.'],
    ],
    [
      'the rest of the same answer',
      [{ ...calls(1, 'a'), step: 1 }, { ...said(2), role: 'assistant' as const, step: 1 }, answers(3, 'a')],
      [],
    ],
    [
      'a prompt in between',
      [calls(1, 'a'), said(2), answers(3, 'a')],
      ['No model accepts these messages: #2 (message) comes between a call and its result.'],
    ],
  ])('%s', (_, rows, found) => expect(refusals(rows)).toEqual(found));
});

it('a merged call that nobody answered is warned of at the head, and an anchor has one role in the view and in the messages', async () => {
  const { main, open } = nativeHome();
  main.append([user('mend it')]);
  forkTape(main, { name: 'try' });
  open('main', 'try').append([call('c1', 'bash')]);
  const before = await previewWithNext(main, { ...MERGE, names: ['try'] });
  expect(before.next?.warnings).toEqual(['#4 (bash) has no result in this context, which a request says in its place.']);
  expect(before.next?.blocks.map(({ entries: [seq], kind }) => [seq, kind])).toEqual([
    [1, 'anchor'],
    [2, 'message'],
    [4, 'tool_call'],
  ]);
  expect(before.next).toMatchObject({ leaves: [], comes: [[4, 4]], now: { before: 4, warnings: [] } });
  expect(before.next?.now.blocks.map(({ entries }) => entries)).toEqual([[1], [2]]);
  const full = await previewWithNext(main, { ...MERGE, names: ['try'] }, parsePolicy('last-anchor + without:#2'));
  expect(full.next?.blocks.flatMap(({ entries }) => entries)).toEqual([1, 4]);
  await mergeForks(main, { ...MERGE, names: ['try'] });
  main.append([assistant('and now?'), user('go on')]);
  main.handoff({ name: 'next', state: { summary: 'so far' } });
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const { id } = bringSource(store.db, main.folder).source;
  const rim = createRim(store.catalog);
  const whole = await assemble(rim, id, { next: true }, parsePolicy('full'));
  expect(whole.warnings.join(' ')).toMatch(/#\d+ \(bash\) has no result in this context, which a request says in its place/);
  const head = await assemble(rim, id, { next: true }, parsePolicy('as-recorded'));
  expect(head).toMatchObject({ step: null, next: true, blocks: [{ kind: 'anchor', role: 'assistant' }] });
  const { messages } = await viewMethods({ catalog: store.catalog })['views.messages'](
    { tape: id, next: true, policy: 'as-recorded' },
    { signal: new AbortController().signal },
  );
  expect(messages).toMatchObject([{ role: 'assistant' }]);
});
