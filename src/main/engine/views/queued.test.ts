import { describe, expect, it } from 'vitest';
import { residencyOf } from '../residency/residency.ts';
import { claudeTree } from '../testing/tree.ts';
import { messagesOf } from './methods.ts';
import { importRecords } from './testing/imported.ts';
import { look } from './testing/look.ts';

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
