import type { BranchClass, Graph } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { formatTree, mermaidTree } from '../format/tree.ts';
import { wholeTape } from '../points.ts';
import type { Session } from '../session.ts';

/** Most that `entries.previews` takes in one call, and most prompts that are looked up for one picture. */
const PAGE = 300;
const MOST_PROMPTS = 3000;

const ALL: BranchClass[] = ['rewind', 'parallelTools', 'progress', 'synthetic', 'twoWriters', 'compaction', 'copiedPrefix', 'other'];

/** The first words of each node's first prompt. */
const promptsOf = async ({ call }: Session, { nodes }: Graph, chars: number): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const asked = nodes.filter(({ prompt }) => prompt !== null).slice(0, MOST_PROMPTS);
  for (const [tape, some] of Map.groupBy(asked, ({ tape }) => tape)) {
    const seqs = some.flatMap(({ prompt }) => (prompt === null ? [] : [prompt]));
    for (let at = 0; at < seqs.length; at += PAGE) {
      const { items } = await call('entries.previews', { tape, seqs: seqs.slice(at, at + PAGE), chars });
      for (const { seq, text } of items) found.set(`${tape}:${seq}`, text);
    }
  }
  return found;
};

/** Packed columns as lists: JSON has nothing else. */
const plain = (graph: Graph) => ({
  ...graph,
  owners: graph.owners.map(({ tape, from, node }) => ({ tape, from: [...from], node: [...node] })),
});

export const run: Run = async ({ given, json, terminal, session }) => {
  const { all, family, siblings, mermaid } = given.options;
  if (json && mermaid) throw new TapeError('bad-input', 'Give --json or --mermaid, not both.');
  const open = await session();
  const row = await wholeTape(open, given, 'tree');
  const graph = await open.call('graph.get', {
    tape: row.id,
    family: family === true,
    show: all === true ? ALL : ['rewind'],
    agents: siblings === true ? 'siblings' : 'nested',
    limit: 5000,
  });
  if (json) terminal.json(plain(graph));
  else if (mermaid) terminal.print(mermaidTree(graph));
  else terminal.print(formatTree(row, graph, await promptsOf(open, graph, Math.max(20, terminal.layout.width)), terminal.layout));
  return undefined;
};
