import { describe, expect, it } from 'vitest';
import { drawn } from '../../engine/graph/testing.ts';
import { formatTree, mermaidTree } from '../commands/tree.ts';
import { createStyle } from './style.ts';
import { drawLanes } from './tree-lanes.ts';
import { displayWidth } from './width.ts';

const layout = { width: 60, style: createStyle(false), now: 0 };

const lanesOf = async (tree: string, query = {}, most = 20): Promise<string[]> => {
  const graph = await (await drawn({ 's1.jsonl': tree })).graph('s1.jsonl', query);
  return drawLanes(graph, most).map(({ lanes }) => lanes);
};

describe('lanes', () => {
  it('are one line for one line', async () => {
    expect(await lanesOf('u1 "a" > a1 "b" > u2 "c" > a2 "d"')).toEqual(['●', '●', '●']);
  });

  it('open at a fork and end with their branch', async () => {
    const tree = 'u1 "a" > a1 "b"\n  u2 "c" @a1 > a2 "d"\nu3 "e" @a1 > a3 "f"\nu4 "g" @a1 > a4 "h"';
    expect(await lanesOf(tree)).toEqual(['●', '◉', '├─┬─╮', '│ ○ │', '│ ○ │', '│   ○', '│   ○', '●', '●']);
  });

  it('are left out beyond what is asked for', async () => {
    const tree = `u1 "a" > a1 "b"\n${Array.from({ length: 6 }, (_, at) => `u${at + 5} "c" @a1 > a${at + 5} "d"`).join('\n')}`;
    const lines = await lanesOf(tree, {}, 3);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(7);
    expect(lines.filter((line) => line.includes('…'))).toHaveLength(6);
  });

  it('of a sub-agent leave the line that continues', async () => {
    const tree = 'u1 "a" > a1 call Task t1 "look" <- step m1\nz1 "look" side @- > a2 "there"\nr1 t1 @a1 > a3 "b"';
    expect(await lanesOf(tree)).toEqual(['●', '●', '├─╮', '│ △', '●', '●']);
  });
});

describe('the tree', () => {
  const tree = 'u1 "a" > a1 "b"\n  u2 "this <way>" @a1 > a2 "d"\nu3 "that way" @a1 > a3 "f"';

  it('fits the terminal and tells what is folded', async () => {
    const { graph, reader, idOf } = await drawn({ 's1.jsonl': `${tree}\ns1 system turn_duration @a3\np1 progress t1 @a3` });
    const found = await graph('s1.jsonl');
    const row = reader.catalog.tape(idOf('s1.jsonl'));
    const prompts = new Map(found.nodes.map((node) => [`${node.tape}:${node.prompt}`, 'go on '.repeat(30)]));
    const lines = formatTree(row, found, prompts, layout);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(layout.width);
    expect(lines.slice(3, 6)).toEqual([expect.stringContaining('● session/start'), expect.stringMatching(/^◉ fork at step 1/), '├─╮']);
    expect(lines.at(-2)).toMatch(/^8 entries in 6 nodes, 1 fork drawn\.$/);
    expect(lines.at(-1)).toMatch(/^Folded branch points: 1 progress\. --all draws them\.$/);
  });

  it('is a Mermaid chart in which no text of a log is taken for a sign', async () => {
    const { graph } = await drawn({ 's1.jsonl': 'u1 "a" > a1 "b"\nb1 boundary auto 1 @a1 > c1 summary "so" > u2 "c" > a2 "d"' });
    const found = await graph('s1.jsonl');
    for (const node of found.nodes) node.label = node.type === 'compaction' ? 'x"] --> <b>' : node.label;
    const lines = mermaidTree(found);
    expect(lines[0]).toBe('flowchart TD');
    expect(lines.find((line) => line.includes('&quot;'))).toBe('  n2(["x&quot;] --&gt; &lt;b&gt;"]):::active');
    expect(lines).toContain('  n0 --> n1');
  });
});
