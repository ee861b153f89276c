import { describe, expect, it } from 'vitest';
import { residencyOf } from '../../residency/residency.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { claudeTree } from '../../testing/tree.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import { look } from '../../views/testing/look.ts';

const queue = (operation: string, content?: string): string => `- queue-operation ${JSON.stringify({ operation, content })}`;

/** A prompt is queued while a call runs; `after` it, the call is answered. */
const drawn = (version: string, before: string[], after: string[] = []): string => `
  u1 "look" version ${version}
    a1 call Bash t1 <- step m1 version ${version}
  ${before.join('\n  ')}
  r1 t1 "seen" @a1 version ${version}
  ${after.join('\n  ')}
  a2 call Bash t2 <- step m2 @r1 version ${version}
    r2 t2 "more" version ${version}
      a3 "done" <- step m3 version ${version}
  `;

const sent = async (drawing: string, step: number): Promise<string[]> => {
  const imported = importRecords(claudeTree(drawing));
  const messages = await messagesOf(imported.rim, imported.tape, step, { type: 'as-recorded' });
  imported.store.close();
  return messages.flatMap(({ content }) =>
    (Array.isArray(content) ? content : []).flatMap((block) => (block as { content?: string }).content ?? []),
  );
};

describe('prompts that only the queue of an old version records', () => {
  it.each(['2.0.76', '2.1.59'])('were sent with the result that the agent had when it took them (%s)', async (version) => {
    const taken = drawn(version, [queue('enqueue', 'quick!')], [queue('remove')]);
    expect((await look(taken, 2)).blocks).toBe('u1 a1 r1 -');
    const { view, blocks, omitted } = await look(taken, 3);
    expect(blocks).toBe('u1 a1 r1 - a2 r2');
    expect(omitted).toEqual(['sidecar: - @6']);
    expect(view.blocks[3]).toMatchObject({
      entries: [3],
      role: 'user',
      kind: 'queue-operation',
      why: 'sent while the agent worked, with the result before it',
    });
    const [result] = await sent(taken, 3);
    expect(result).toMatch(/^seen\n\n<system-reminder>\nThe user sent .*:\nquick!\n\n/);
  });

  it.each([
    ['2.1.19', 'The user sent the following message:', 'Please address this message'],
    ['2.1.20', 'The user sent a new message while you were working:', 'IMPORTANT: After completing your current task'],
  ])('are sent in the words of %s', async (version, before, after) => {
    const [result] = await sent(drawn(version, [queue('enqueue', 'quick!')], [queue('remove')]), 3);
    expect(result).toContain(`${before}\nquick!\n\n${after}`);
  });

  it('are where a policy of several parts begins as recorded, and weigh the same there', async () => {
    const taken = drawn('2.1.59', [queue('enqueue', 'quick!')], [queue('remove')]);
    const [alone, composed] = [await look(taken, 3), await look(taken, 3, 'as-recorded + without:#99')];
    expect(composed.blocks).toBe(alone.blocks);
    expect(composed.view.tokens.estimated).toBe(alone.view.tokens.estimated);
  });

  it('are part of the tape for every policy, and may be pinned from before a compaction', async () => {
    const taken = drawn('2.1.59', [queue('enqueue', 'quick!')], [queue('remove')]);
    expect((await look(taken, 3, 'full')).blocks).toBe('u1 a1 r1 - a2 r2');
    const pinned = await look(taken, 3, 'last-anchor + pin:#3,#5');
    expect(pinned.blocks).toBe('u1 a1 r1 - a2 r2');
    expect(pinned.view.warnings).toEqual(['Not sent to a model as it is, so not pinned: #5.']);
    const compacted = `${taken}
      b1 boundary auto 9000 behind c1 @a3 version 2.1.59
      c1 summary "so far" @b1 version 2.1.59 > u2 "go on" version 2.1.59 > a4 "on" <- step m4 version 2.1.59`;
    const { view } = await look(compacted, 4, 'as-recorded + pin:#3');
    expect(view.blocks.map(({ entries, part }) => [...entries, part ?? ''])).toEqual([
      [3, 'pin:#3'],
      [10, ''],
      [11, ''],
    ]);
    expect(view.warnings.join()).not.toContain('pinned');
    const back = drawn('2.1.59', [queue('enqueue', 'quick!'), queue('popAll')]);
    expect((await look(back, 3, 'full + pin:#3')).view.warnings).toEqual(['Not sent to a model as it is, so not pinned: #3.']);
  });

  it.each(['as-recorded', 'last-anchor', 'full', 'compact:60'])(
    'are in the residency of each step as in its view, under %s',
    async (policy) => {
      const first = `u0 "hi" > a0 "yes?" <- step m0 version 2.1.59 > ${drawn('2.1.59', [queue('enqueue', 'quick!')], [queue('remove')]).trim()}`;
      const drawing = `${first}
      u2 "go on" @a3 version 2.1.60 > a4 "on" <- step m4 version 2.1.60`;
      const imported = importRecords(claudeTree(drawing));
      await holdToViews(imported, policy);
      imported.store.close();
    },
  );

  it('may be taken before the result is written', async () => {
    expect((await look(drawn('2.1.59', [queue('enqueue', 'quick!'), queue('remove')]), 3)).blocks).toBe('u1 a1 r1 - a2 r2');
  });

  it('may tell of a task that ended', async () => {
    const [result] = await sent(
      drawn('2.1.59', [queue('enqueue', '<task-notification>\n<status>completed</status>')], [queue('remove')]),
      3,
    );
    expect(result).toMatch(/A background agent completed a task:\n<task-notification>/);
  });

  it.each([
    ['were taken back by the person', [queue('enqueue', 'quick!'), queue('popAll')], []],
    ['became a turn of their own', [queue('enqueue', 'quick!'), queue('dequeue')], [queue('remove')]],
    ['still wait', [queue('enqueue', 'quick!')], []],
  ])('are not sent that %s', async (_what, before, after) => {
    expect((await look(drawn('2.1.59', before, after), 3)).blocks).toBe('u1 a1 r1 a2 r2');
  });

  it('are not sent where no result was there to carry them', async () => {
    const drawing = `
      u1 "look" > a1 "done" <- step m1
      ${queue('enqueue', 'quick!')}
      ${queue('remove')}
      u2 "thanks" @a1 > a2 "welcome" <- step m2 version 2.1.59
      `;
    expect((await look(drawing, 2)).blocks).toBe('u1 a1 u2');
  });

  it('are sent by the old version alone where a newer one continued the session, which reads its records and not its queue', async () => {
    const old = drawn('2.1.59', [queue('enqueue', 'quick!')], [queue('remove')]);
    const continued = `${old} u3 "and on" @a3 version 2.1.219 > a4 "on it" <- step m4 version 2.1.219`;
    expect((await look(continued, 3)).blocks).toBe('u1 a1 r1 - a2 r2');
    expect((await look(continued, 4)).blocks).toBe('u1 a1 r1 a2 r2 a3 u3');
    const again = `${continued}
      u5 "back" @a4 version 2.1.59 > a5 "here" <- step m5 version 2.1.59`;
    expect((await look(again, 3)).blocks).toBe('u1 a1 r1 - a2 r2');
    expect((await look(again, 5)).blocks).toBe('u1 a1 r1 a2 r2 a3 u3 a4 u5');
    const { store, tape } = importRecords(claudeTree(again));
    const { steps, seq, from, to } = residencyOf(store.catalog, tape, { type: 'as-recorded' });
    const stay = [...seq].indexOf(3);
    expect([steps[from[stay] ?? 0], steps[to[stay] ?? 0]]).toEqual([2, 3]);
    store.close();
  });

  it('are left to attachments by versions that log these', async () => {
    expect((await look(drawn('2.1.112', [queue('enqueue', 'quick!')], [queue('remove')]), 3)).blocks).toBe('u1 a1 r1 a2 r2');
  });
});

describe('prompts that wait in the queue', () => {
  const next = async (drawing: string) => {
    const imported = importRecords(claudeTree(drawing));
    const { blocks } = await assemble(imported.rim, imported.tape, { next: true }, { type: 'as-recorded' });
    const messages = await messagesOf(imported.rim, imported.tape, { next: true }, { type: 'as-recorded' });
    imported.store.close();
    return { seqs: blocks.flatMap(({ entries }) => entries), last: JSON.stringify(messages.at(-1)) };
  };
  const running = 'u1 "look" > a1 call Bash t1 <- step m1';
  const wait = queue('enqueue', 'quick!');

  it.each(['2.0.76', '2.1.59', '2.1.219', '2.1.330'])(
    'go with the next request once the call is answered, as %s puts it',
    async (version) => {
      const { seqs, last } = await next(
        `u1 "look" version ${version} > a1 call Bash t1 <- step m1 version ${version}\n${wait}\nr1 t1 "seen" @a1 version ${version}`,
      );
      expect(seqs).toEqual([1, 2, 4, 3]);
      expect(last).toMatch(/The user sent .*quick!/);
    },
  );

  it('are a turn where the agent has nothing to do', async () => {
    const { seqs, last } = await next(`u1 "look" > a1 "done" <- step m1\n${wait}`);
    expect([seqs, last]).toEqual([[1, 2, 3], '{"role":"user","content":"quick!"}']);
    expect((await next(`- queue-operation {"operation":"enqueue","content":"first"}`)).seqs).toEqual([1]);
  });

  it.each([
    ['the request was under way', `u1 "look"\n${wait}`, [1]],
    ['they were taken back', `${running}\n${wait}\n${queue('popAll')}`, [1, 2]],
    ['they became a turn', `${running}\n${wait}\n${queue('dequeue')}\nr1 t1 "seen" @a1`, [1, 2, 5]],
    ['a request went by that would have taken them', `${running}\n${wait}\nr1 t1 "seen" @a1 > a2 "done" <- step m2`, [1, 2, 4, 5]],
    ['they are a command', `${running}\n${queue('enqueue', '/compact now')}`, [1, 2]],
    ['they are the event of a task', `${running}\n${queue('enqueue', '{"task_id":"b1","task_type":"local_bash"}')}`, [1, 2]],
    ['a newer program continued', `${running}\n${wait}\nr1 t1 "seen" @a1 version 2.1.219`, [1, 2, 4]],
  ])('do not go with it where %s', async (_, drawing, seqs) => {
    expect((await next(drawing)).seqs).toEqual(seqs);
  });

  it('go with it where the request under way was answered since', async () => {
    expect((await next(`u1 "look"\n${wait}\na1 "done" <- step m1 @u1`)).seqs).toEqual([1, 3, 2]);
  });
});
