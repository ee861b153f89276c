import { expect, it } from 'vitest';
import { createGraphReader } from '../families/material.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { bench, command, say } from '../store/merge/testing/workspace.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { createGraphService } from './service.ts';
import { ties, told } from './testing.ts';

/** A session with three entries of its own, a merged fork and an open one, both at entry 3. */
const forked = async () => {
  const made = bench([say('a'), say('b')]);
  made.fork('one', 3, [say('c'), say('d')]);
  made.fork('two', 3, [say('e'), say('f')]);
  const tape = made.open();
  await mergeForks(tape, command(['one'], {}));
  tape.close();
  const { store, ingest } = openEngineRoom();
  await ingest.open([made.workspace.folder], { text: false });
  const service = createGraphService(createGraphReader(store.db));
  const idOf = (end: string): string => store.catalog.tapes().find((row) => row.file.endsWith(end))?.id ?? '';
  const ask = (tape: string, family: boolean) => service.graph({ tape, family, show: ['rewind'], agents: 'nested', limit: 5000, refs: [] });
  return { main: made.workspace.folder, idOf, ask };
};

it('native forks part where they were made, and a merge has two parents', async () => {
  const { main, idOf, ask } = await forked();
  const graph = await ask(idOf(main), true);
  expect(told(graph)).toEqual([
    '1-1 start+',
    '2-2 segment+',
    '3-3 fork+',
    '4-7 segment+',
    ' 4-4 segment',
    ' 5-5 leaf',
    '  4-4 segment',
    '  5-5 leaf',
    '8-8 merge*',
  ]);
  expect(ties(graph)).toEqual([
    '1>2 chain',
    '2>3 chain',
    '3>4 fork',
    '3>4 fork',
    '3>4 fork',
    '4>5 chain',
    '4>5 chain',
    '4>8 chain',
    '5>8 merge',
  ]);
  const merge = graph.nodes.find(({ type }) => type === 'merge');
  const parents = graph.edges.filter(({ to }) => to === merge?.id).map(({ from }) => graph.nodes.find(({ id }) => id === from)?.tape);
  expect(parents.sort()).toEqual([idOf(main), idOf('/one')].sort());
});

it('native forks are one node each unless the family is asked for', async () => {
  const { main, idOf, ask } = await forked();
  const graph = await ask(idOf(main), false);
  expect(told(graph)).toEqual(['1-1 start+', '2-2 segment+', '3-3 fork+', ' 0-0 tape', '  0-0 tape', '4-7 segment+', '8-8 merge*']);
  expect(graph.edges.filter(({ type }) => type === 'merge')).toHaveLength(1);
});

it('a fork shows its session when it is asked with its family', async () => {
  const { idOf, ask } = await forked();
  const graph = await ask(idOf('/two'), true);
  expect(told(graph)).toEqual([
    '1-1 start+',
    '2-2 segment+',
    '3-3 fork+',
    ' 4-7 segment',
    '  4-4 segment',
    '  5-5 leaf',
    '4-4 segment+',
    '5-5 leaf+',
    ' 8-8 merge',
  ]);
});
