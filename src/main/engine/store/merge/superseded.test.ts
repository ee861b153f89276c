import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnConflict } from '../../../../shared/model/native.ts';
import { exportTape } from '../export/export.ts';
import type { ExportFormat } from '../export/table.ts';
import { linesOf } from '../export/walk.ts';
import { reindexTape } from '../reindex.ts';
import type { MergeCommand } from '../types.ts';
import { verifyTape } from '../verify.ts';
import { mergeForks, previewMerge } from './merge.ts';
import { anchor, type Bench, bench, command, say } from './testing/workspace.ts';

const main = { session: 'main', fork: null };

/** Both sides hand off under one name, with another state, and go on. */
function atOdds(): Bench {
  const made = bench([say('a')]);
  made.fork('one', 2, [say('b'), anchor('plan', { summary: 'of the fork' }), say('c')]);
  made.on(null, (tape) => tape.append([anchor('plan', { summary: 'of the parent' }), say('d')]));
  return made;
}

async function merge(made: Bench, name: string, more: Partial<MergeCommand>): Promise<void> {
  const tape = made.open();
  await mergeForks(tape, command([name], more)).finally(() => tape.close());
}

const phases = (made: Bench) =>
  made.on(null, (tape) => tape.anchors().map(({ seq, name, id, entries, state }) => [seq, name, id, entries, state.summary]));

const START = [1, 'session/start', 1, 3, undefined];

describe('an anchor that a merge supersedes', () => {
  it('is an entry of the phase that won', async () => {
    const made = atOdds();
    await merge(made, 'one', { onConflict: 'prefer-parent' });
    // Entries 1 to 3 and the fork's event; then the parent's anchor and "d", the three of the fork, and the merge's event.
    expect(phases(made)).toEqual([START, [2, 'plan', 4, 6, 'of the parent']]);
    made.on(null, (tape) => {
      expect(tape.anchor('plan')?.id).toBe(4);
      expect(tape.info()).toMatchObject({ anchors: 2, lastAnchor: { seq: 2, id: 4 }, entriesSince: 5 });
      const [lost] = tape.entries({ ids: [7, 7] });
      expect(lost).toMatchObject({ kind: 'anchor', anchor: 'plan', payload: { state: { summary: 'of the fork' } } });
      expect(lost?.meta.from).toEqual({ fork: 'one', id: 4, mark: 'superseded', with: 4 });
      tape.append([say('later')]);
      expect(tape.entry(10)?.anchor).toBe('plan');
    });
    expect(readdirSync(join(made.workspace.folder, 'anchors'))).toEqual(['001_session-start', '002_plan']);
  });

  it('is nowhere that an export begins', async () => {
    const made = atOdds();
    await merge(made, 'one', { onConflict: 'prefer-parent' });
    const exported = (format: ExportFormat) => made.on(null, (tape) => [...exportTape(tape, { format })].join(''));
    expect(exported('markdown').match(/^## .*$/gm)).toEqual(['## session/start', '## plan']);
    expect(JSON.parse(exported('openai-messages'))[0].content).toContain('of the parent');
    const bub = exported('bub')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(bub.filter(({ kind }) => kind === 'anchor').map(({ id }) => id)).toEqual([1, 4]);
    expect(bub[6]).toMatchObject({ id: 7, kind: 'event', payload: { name: 'superseded', data: { name: 'plan' } } });
    expect(bub[6].meta.tapescope).toMatchObject({ kind: 'anchor', anchor: 'plan' });
  });

  it('stays so when the index is rebuilt, and all is clean', async () => {
    const made = atOdds();
    await merge(made, 'one', { onConflict: 'prefer-parent' });
    const before = phases(made);
    expect(reindexTape(made.workspace, main).notes).toEqual([]);
    expect(phases(made)).toEqual(before);
    expect(verifyTape(made.workspace, main)).toMatchObject({ ok: true, problems: [] });
  });

  it('opens no phase in the plan, nor in what a gate judges', async () => {
    const made = atOdds();
    const file = join(made.workspace.config.root, 'union.jsonl');
    const code = `require('fs').writeFileSync(${JSON.stringify(file)}, require('fs').readFileSync(0))`;
    const gate = { words: [process.execPath, '-e', code], timeoutMs: 300_000 };
    await merge(made, 'one', { onConflict: 'prefer-parent', gate });
    const lines = made.on(null, (tape) => [...linesOf(tape, 1, tape.head() - 1)]);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines);
  });

  it('and a correction that is one, claim nothing against the next fork', async () => {
    const made = bench([say('a')]);
    made.fork('one', 2, [anchor('plan', { summary: 'of the fork' }), say('one', { corrects: 2 })]);
    made.fork('two', 2, [anchor('plan', { summary: 'of the parent' }), say('parent', { corrects: 2 })]);
    made.on(null, (tape) => tape.append([anchor('plan', { summary: 'of the parent' }), say('parent', { corrects: 2 })]));
    await merge(made, 'one', { onConflict: 'prefer-parent' });
    const tape = made.open();
    const { conflicts } = await previewMerge(tape, command(['two'])).finally(() => tape.close());
    expect(conflicts).toEqual([]);
  });
});

it.each<[OnConflict, string]>([
  ['keep-both', 'kept-both'],
  ['prefer-fork', 'supersedes'],
])('with %s the anchor of the fork opens its phase', async (onConflict, mark) => {
  const made = atOdds();
  await merge(made, 'one', { onConflict });
  expect(phases(made)).toEqual([START, [2, 'plan', 4, 3, 'of the parent'], [3, 'plan', 7, 3, 'of the fork']]);
  expect(made.on(null, (tape) => tape.entry(7)?.meta.from)).toMatchObject({ mark });
});
