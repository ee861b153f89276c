import { expect, it } from 'vitest';
import { claudeSession } from '../../views/testing/session.ts';
import { gather, indexTree } from './gather.ts';

it('looks at each place of a path a few times, however many answers are on it', () => {
  const session = claudeSession(Array.from({ length: 400 }, () => ({ type: 'answer' as const, lines: 2, calls: 2, late: false })));
  const seqs = session.rows.map(({ seq }) => seq);
  let looks = 0;
  const path = new Proxy(seqs, {
    get: (target, key, receiver) => {
      looks += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const { live } = gather(path, indexTree(new Map(session.rows.map((row) => [row.seq, row])), seqs.length + 1));
  expect(live.size).toBe(seqs.length);
  expect(looks).toBeLessThan(20 * seqs.length);
});
