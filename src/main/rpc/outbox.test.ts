import { expect, test } from 'vitest';
import type { Push } from '../../shared/rpc/contract.ts';
import { createOutbox } from './outbox.ts';

const grown = (tape: string, entries: number, reread = false): Push => ({ type: 'tape', tape, entries, steps: 0, reread });

const setup = () => {
  const sent: Push[] = [];
  const line = { unsent: 0 };
  return { sent, line, outbox: createOutbox({ send: (push) => sent.push(push), unsent: () => line.unsent, limit: 10 }) };
};

test('a window that keeps up gets every push at once', () => {
  const { sent, outbox } = setup();
  outbox.push(grown('a', 1));
  outbox.push(grown('a', 2));
  expect(sent).toEqual([grown('a', 1), grown('a', 2)]);
});

test('a window that lags gets the newest word on each thing, and no rereading is lost', () => {
  const { sent, line, outbox } = setup();
  line.unsent = 10;
  outbox.push(grown('a', 1, true));
  outbox.push(grown('b', 1));
  outbox.push({ type: 'library' });
  outbox.push(grown('a', 5));
  outbox.push({ type: 'library' });
  expect(sent).toEqual([]);
  line.unsent = 0;
  outbox.drained();
  expect(sent).toEqual([grown('a', 5, true), grown('b', 1), { type: 'library' }]);
});

test('what waits is not overtaken, and continues waiting where the line fills again', () => {
  const { sent, line, outbox } = setup();
  line.unsent = 10;
  outbox.push(grown('a', 1));
  line.unsent = 0;
  outbox.push(grown('b', 1));
  expect(sent).toEqual([]);
  line.unsent = 10;
  outbox.drained();
  expect(sent).toEqual([]);
  line.unsent = 0;
  outbox.drained();
  expect(sent).toEqual([grown('a', 1), grown('b', 1)]);
});

test('news of an agent that waits leaves that of the library, and of a run the newest frame waits', () => {
  const { sent, line, outbox } = setup();
  line.unsent = 10;
  const frame = (id: string, at: number): Push => ({ type: 'run', run: { id, frame: at } as Extract<Push, { type: 'run' }>['run'] });
  for (const push of [{ type: 'library' } as const, { type: 'agents' } as const, frame('a', 1), frame('b', 1), frame('a', 2)])
    outbox.push(push);
  line.unsent = 0;
  outbox.drained();
  expect(sent).toEqual([{ type: 'library' }, { type: 'agents' }, frame('a', 2), frame('b', 1)]);
});
