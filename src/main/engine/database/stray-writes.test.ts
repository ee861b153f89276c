import { expect, it } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';

it('refuses to write outside of a transaction, so that no write of ours counts as somebody else’s', () => {
  const { store } = openEngineRoom();
  const { db } = store;
  const add = db.prepare<[number]>('INSERT INTO forgotten (tape) VALUES (?)');
  const returning = db.prepare<[number], number>('INSERT INTO forgotten (tape) VALUES (?) RETURNING tape').pluck();
  const strays = [() => add.run(1), () => returning.get(1), () => returning.all(1), () => [...returning.iterate(1)]];
  for (const stray of strays) expect(stray).toThrow('in transactions only');
  expect(() => db.exec('DELETE FROM forgotten')).toThrow('in transactions only');
  const count = db.prepare<[], number>('SELECT count(*) FROM forgotten').pluck();
  expect([count.get(), store.soundness(true)]).toEqual([0, 'sound']);
  db.transaction(() => [add.run(1), returning.get(2)]).immediate();
  expect([count.get(), store.soundness(true)]).toEqual([2, 'sound']);
});
