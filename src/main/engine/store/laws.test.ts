import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppendInput } from '../../../shared/model/native.ts';
import { tempFolder } from '../testing/files.ts';
import { forkTape } from './fork.ts';
import { openTape } from './open-tape.ts';
import { reindexTape } from './reindex.ts';
import { changedPrefixes, fileBytes, indexRows } from './testing/snapshot.ts';
import type { Tape, Which, Workspace } from './types.ts';
import { verifyTape } from './verify.ts';
import { initWorkspace } from './workspace.ts';

/** One thing that somebody does to a tape. */
type Deed =
  | { do: 'append'; entries: AppendInput[] }
  | { do: 'handoff'; name: string; cite: number }
  | { do: 'old'; at: number; entry: AppendInput }
  | { do: 'correct'; at: number }
  | { do: 'fork' }
  | { do: 'open' };

const entry: fc.Arbitrary<AppendInput> = fc.record(
  {
    kind: fc.constantFrom('message', 'system', 'tool_call', 'tool_result', 'event', 'error', 'something/else'),
    payload: fc.oneof(fc.jsonValue(), fc.record({ role: fc.constant('user'), content: fc.string({ unit: 'grapheme' }) })),
    meta: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
  },
  { requiredKeys: ['payload'] },
);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('append' as const), entries: fc.array(entry, { minLength: 1, maxLength: 40 }) }), weight: 5 },
  fc.record({ do: fc.constant('handoff' as const), name: fc.constantFrom('one', 'two', '三', 'a/b c', '..'), cite: fc.nat() }),
  fc.record({ do: fc.constant('old' as const), at: fc.nat(), entry }),
  fc.record({ do: fc.constant('correct' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('fork' as const) }),
  fc.record({ do: fc.constant('open' as const) }),
);

const carryOut = (tape: Tape, one: Deed, nth: number): void => {
  const anchors = tape.anchors();
  const at = 'at' in one ? one.at : 0;
  if (one.do === 'append') tape.append(one.entries);
  else if (one.do === 'handoff') tape.handoff({ name: one.name, sourceIds: [1 + (one.cite % tape.head())], state: { nth } });
  else if (one.do === 'old') tape.append([{ ...one.entry, anchor: anchors[at % anchors.length]?.name ?? '' }]);
  else if (one.do === 'correct') tape.append([{ payload: { text: 'no' }, corrects: 1 + (at % tape.head()) }]);
  else if (one.do === 'fork' && tape.which.fork === null) forkTape(tape, { name: `fork-${nth}`, who: 'mia' });
};

const start = (): Workspace => {
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  return initWorkspace(join(root, '..', 'tapes'), root).workspace;
};

/** Does everything, and looks after each deed that nothing from before was changed. */
const live = (workspace: Workspace, which: Which, deeds: readonly Deed[]): Tape => {
  let tape = openTape(workspace, which);
  let before = fileBytes(tape.folder);
  for (const [nth, one] of deeds.entries()) {
    if (one.do === 'open') {
      tape.close();
      tape = openTape(workspace, which);
    } else carryOut(tape, one, nth);
    const after = fileBytes(tape.folder);
    expect(changedPrefixes(before, after)).toEqual([]);
    before = after;
  }
  return tape;
};

/** Ids have no gap, the tape is sound, and its index follows from its files, rebuilt in place or from nothing. */
const check = (workspace: Workspace, which: Which, tape: Tape): void => {
  const head = tape.head();
  expect(tape.entries({}).map(({ id }) => id)).toEqual(Array.from({ length: head }, (_, at) => at + 1));
  expect(verifyTape(workspace, which).problems).toEqual([]);
  const rows = indexRows(tape);
  const anchors = tape.anchors();
  expect(anchors.reduce((sum, { entries }) => sum + entries, 0)).toBe(head);
  tape.close();
  reindexTape(workspace, which);
  for (const made of ['in place', 'from nothing']) {
    if (made === 'from nothing') rmSync(join(tape.folder, 'index.db'));
    const again = openTape(workspace, which);
    expect(indexRows(again)).toEqual(rows);
    expect(again.anchors()).toEqual(anchors);
    again.close();
  }
};

test('nothing that stands is ever changed, ids have no gap, and the files alone give the same index', () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 1, maxLength: 12 }), fc.array(deed, { maxLength: 6 }), (deeds, forked) => {
      const workspace = start();
      const main = { session: 'main', fork: null };
      const tape = live(workspace, main, deeds);
      forkTape(tape, { name: 'last', at: 1 + Math.floor(tape.head() / 2), who: 'mia' });
      const fork = { session: 'main', fork: 'last' };
      check(workspace, fork, live(workspace, fork, forked));
      check(workspace, main, tape);
    }),
    { numRuns: 15 },
  );
});
