import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { nativeHome, user } from '../testing/native.ts';
import { type Harm, harms, spoil } from '../testing/spoil.ts';
import { forkTape } from './fork.ts';
import { openTape } from './open-tape.ts';
import { workspaceAt } from './places.ts';
import type { Tape } from './types.ts';
import { verifyTape } from './verify.ts';

const MAIN = { session: 'main', fork: null };
const SIDE = { session: 'main', fork: 'side' };
const PAGE_BYTES = 4096;
/** So many of a file are harmed one by one. */
const PAGES = 8;
/** `npm run fuzz` draws more. */
const RUNS = process.env.TAPESCOPE_SEED === undefined ? 40 : 300;

interface Damage extends Harm {
  file: 'index.db' | 'index.db-wal' | 'index.db-left';
  where: '' | 'forks/side';
}

const damages: fc.Arbitrary<Damage> = fc.record({
  file: fc.oneof({ weight: 6, arbitrary: fc.constant('index.db' as const) }, fc.constantFrom('index.db-wal', 'index.db-left')),
  where: fc.constantFrom('', 'forks/side'),
  ...harms(PAGE_BYTES),
});

/** Enough that words are in several pieces, with two phases and a fork; as it is after its close, and after a kill. */
const made = (() => {
  let found: { rest: string; killed: string; older: string; told: string[] } | null = null;
  return () => {
    found ??= make();
    return found;
  };
})();

const copied = (from: string): string => {
  const folder = join(tempFolder(), 'workspace-harbour-0123456789ab');
  cpSync(from, folder, { recursive: true, preserveTimestamps: true });
  return folder;
};

const make = () => {
  const { workspace, main } = nativeHome();
  const say = (tape: Tape, from: number, to: number): void => {
    for (let at = from; at < to; at += 20)
      tape.append(Array.from({ length: 20 }, (_, more) => user(`word${at + more} of the harbour ${'and the mast '.repeat(more % 5)}`)));
  };
  say(main, 0, 160);
  main.append([{ kind: 'tool_call', payload: { id: 'c1', name: 'ls', arguments: {} } }]);
  main.handoff({ name: 'second', summary: 'so far', sourceIds: [2] });
  forkTape(main, { name: 'side', who: 'mia' });
  main.close();
  const older = copied(workspace.folder);
  const again = openTape(workspace, MAIN);
  say(again, 160, 320);
  const side = openTape(workspace, SIDE);
  say(side, 500, 660);
  const killed = copied(workspace.folder);
  for (const one of [side, again]) one.close();
  const rest = copied(workspace.folder);
  const whole = openBoth(rest);
  const told = ask(whole);
  expect(whole.map(({ notes }) => notes)).toEqual([[], []]);
  for (const one of whole) one.close();
  return { rest, killed, older, told };
};

const openBoth = (folder: string): Tape[] => {
  const workspace = workspaceAt(folder);
  return [openTape(workspace, MAIN), openTape(workspace, SIDE)];
};

const WORDS = ['harbour', 'mast', 'word7', 'word150', 'word319', 'word555', 'so far', 'nowhere'];

/** All that a tape answers, but for what it says of itself. */
const ask = (tapes: readonly Tape[]): string[] =>
  tapes.flatMap((tape) =>
    [
      tape.entries({}),
      tape.rows({ kind: 'anchor' }),
      tape.rows({ phases: [2, 2] }),
      tape.rows({ since: '2020-01-01T00:00:00.000Z', limit: 30 }),
      tape.anchors(),
      tape.forks(),
      { ...tape.info(), notes: [], workspace: '', recovered: 0 },
      WORDS.map((word) => tape.search(word, { limit: 400 }).map(({ entry }) => entry.id)),
    ].map((part) => JSON.stringify(part)),
  );

const harm = (folder: string, one: Damage): void => {
  const file = join(folder, one.where, one.how === 'row' ? 'index.db' : one.file);
  if (one.how === 'older') copyFileSync(join(made().older, one.where, 'index.db'), join(folder, one.where, 'index.db'));
  else spoil(file, one, PAGE_BYTES);
};

const goesOn = (folder: string, tapes: readonly Tape[]): void => {
  for (const tape of tapes) {
    const head = tape.head();
    expect(tape.append([user('and on')]).ids).toEqual([head + 1]);
    tape.close();
  }
  for (const which of [MAIN, SIDE]) expect(verifyTape(workspaceAt(folder), which)).toMatchObject({ ok: true, problems: [] });
};

describe('a damaged index', () => {
  const some = fc.array(damages, { minLength: 1, maxLength: 2 });

  test('answers nothing wrong, and is made again', () => {
    const { rest, killed, told } = made();
    fc.assert(
      fc.property(some, fc.boolean(), (all, ended) => {
        const folder = copied(ended ? killed : rest);
        for (const one of all) harm(folder, one);
        const tapes = openBoth(folder);
        expect(ask(tapes)).toEqual(told);
        goesOn(folder, tapes);
      }),
      { numRuns: RUNS },
    );
  });

  test('while it is open', () => {
    const { rest, killed, told } = made();
    fc.assert(
      fc.property(some, fc.boolean(), (all, ended) => {
        const folder = copied(ended ? killed : rest);
        const tapes = openBoth(folder);
        expect(ask(tapes)).toEqual(told);
        for (const one of all) harm(folder, one);
        expect(ask(tapes)).toEqual(told);
        goesOn(folder, tapes);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  test('every single page of it', () => {
    const { rest, told } = made();
    for (const where of ['', 'forks/side'] as const)
      for (let page = 0; page < PAGES; page++) {
        const folder = copied(rest);
        harm(folder, { file: 'index.db', where, how: 'noise', page, at: 0, seed: page + 1 });
        const tapes = openBoth(folder);
        expect(ask(tapes)).toEqual(told);
        goesOn(folder, tapes);
      }
  });
});
