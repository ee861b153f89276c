import type { BranchClass, Graph, GraphNode, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { compact, count, plural } from '../format/number.ts';
import type { Layout, Style } from '../format/style.ts';
import { drawLanes } from '../format/tree-lanes.ts';
import { truncate } from '../format/width.ts';
import { wholeTape } from '../points.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    { name: 'all', description: 'draw every branch point, not only rewinds' },
    { name: 'family', description: 'with the tapes that share entries with it: copies, forks, archives, callers' },
    { name: 'siblings', description: 'sub-agents as branches of their own' },
    { name: 'mermaid', description: 'print a Mermaid flow chart' },
    ...WHICH,
    json,
  ],
  notes: ['Runs without a fork are one row. The path to the newest step is bold and filled.', '"~" marks estimated tokens.'],
  example: ['tape tree session.jsonl', 'draws the session, newest last'],
  run,
};

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

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
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
}

/** The first words of prompts, by `TAPE:SEQ`. */
type Prompts = ReadonlyMap<string, string>;

/** A graph as lines: a row for each node, lanes at the left as `git log --graph` has them, cut to the width of the terminal. */
export function formatTree(tape: TapeRow, graph: Graph, prompts: Prompts, layout: Layout): string[] {
  const { style, width } = layout;
  const lines = [...heading(tape, layout), ''];
  for (const { lanes, node } of drawLanes(graph, Math.max(4, Math.floor(width / 4)))) {
    if (node === null) lines.push(style.dim(lanes.trimEnd()));
    else lines.push(`${lanes} ${rowOf(node, graph, prompts, style, Math.max(10, width - lanes.length - 1))}`.trimEnd());
  }
  return [...lines, '', ...footOf(graph).map((line) => style.dim(truncate(line, width)))];
}

const rowOf = (node: GraphNode, graph: Graph, prompts: Prompts, style: Style, room: number): string => {
  const name = nameOf(node, graph);
  const counts = countsOf(node);
  const refs = node.refs.length === 0 ? '' : ` (${node.refs.map(clean).join(', ')})`;
  const head = [name, counts].filter(Boolean).join(' · ') + refs;
  const prompt = node.prompt === null ? '' : clean(prompts.get(`${node.tape}:${node.prompt}`) ?? '').replaceAll(/\s+/g, ' ');
  const text = truncate(prompt === '' ? head : `${head}  ${prompt}`, room);
  const paint = node.active ? style.bold : style.dim;
  return text.length > head.length ? `${paint(head)}${style.dim(text.slice(head.length))}` : paint(text);
};

/** What a node is, in words. */
const nameOf = (node: GraphNode, { tape }: Pick<Graph, 'tape'>): string => {
  const label = clean(node.label).replaceAll(/\s+/g, ' ');
  const where = node.step === null ? `entry ${count(node.first)}` : `step ${count(node.step)}`;
  if (node.type === 'agent' || node.type === 'tape') return `${RELATIONS[node.relation ?? ''] ?? 'another tape'} · ${label}`;
  if (node.fork !== null)
    return `${label === '' ? 'fork' : `${label} · fork`} at ${where}${node.fork === 'rewind' ? '' : ` · ${CLASSES[node.fork]}`}`;
  if (node.type === 'leaf')
    return `${node.steps === 0 && node.step !== null ? 'after ' : ''}${where}${node.tape === tape ? '' : ' of another file'}`;
  if (node.type === 'turn' || node.type === 'request')
    return `${node.type} at ${where}${node.failed ? FAILED : node.toolFailed ? TOOL_FAILED : ''}`;
  return label === '' && node.type === 'start' ? 'start' : label;
};

const FAILED = ' · failed';
const TOOL_FAILED = ' · a tool failed';

const RELATIONS: Record<string, string> = {
  'sub-agent': 'sub-agent',
  'compaction-copy': 'copy for the summary',
  aside: 'aside',
  warmup: 'cache warm-up',
  archive: 'archive',
  spill: 'spilled output',
  fork: 'fork',
};

const CLASSES: Record<keyof Graph['classes'], string> = {
  rewind: 'rewind',
  parallelTools: 'parallel tools',
  progress: 'progress',
  synthetic: 'synthetic answer',
  twoWriters: 'two writers',
  compaction: 'compaction',
  copiedPrefix: 'copied prefix',
  other: 'other',
};

const countsOf = ({ type, steps, entries, tokens }: GraphNode): string => {
  const mark = tokens.basis === 'recorded' ? '' : '~';
  const size = tokens.value > 0 ? `${mark}${compact(tokens.value)}` : '';
  if (type === 'fork' || type === 'start' || type === 'anchor' || type === 'compaction') return '';
  return [steps > 0 ? plural(steps, 'step') : plural(entries, 'entry', 'entries'), size].filter(Boolean).join(' · ');
};

/** What is drawn, and what would be there to draw. */
const footOf = ({ nodes, classes, copies, total, folded }: Graph): string[] => {
  const drawn = new Set(nodes.map(({ fork }) => fork));
  const hidden = Object.entries(classes).filter(([name, many]) => many > 0 && !drawn.has(name as keyof typeof classes));
  const forks = nodes.filter(({ fork }) => fork !== null).length;
  const rest = hidden.map(([name, many]) => `${count(many)} ${CLASSES[name as keyof typeof classes]}`).join(', ');
  const tapes = copies === 0 ? '' : `; tapes diverge at ${plural(copies, 'entry', 'entries')}`;
  return [
    `${plural(total, 'entry', 'entries')} in ${plural(nodes.length, 'node')}, ${plural(forks, 'fork')} drawn${tapes}.`,
    ...(rest === '' ? [] : [`Folded branch points: ${rest}. --all draws them.`]),
    ...(folded === null ? [] : [folded]),
  ];
};

const EDGES: Record<Graph['edges'][number]['type'], string> = {
  chain: '-->',
  fork: '-->',
  copy: '-.->',
  compaction: '-->',
  merge: '==>',
  agent: '-.->',
  archive: '-.->',
  side: '-.->',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The graph as a Mermaid flow chart, for a page that draws it. */
export function mermaidTree(graph: Graph): string[] {
  const numbers = new Map(graph.nodes.map(({ id }, at) => [id, `n${at}`]));
  const shape = (node: GraphNode): string => {
    const counts = countsOf(node);
    const text = `"${escaped(truncate([nameOf(node, graph), counts].filter(Boolean).join(' · '), 80))}"`;
    if (node.type === 'segment' || node.type === 'tape') return `[${text}]`;
    return node.type === 'agent' ? `[[${text}]]` : `([${text}])`;
  };
  return [
    'flowchart TD',
    ...graph.nodes.map((node) => `  ${numbers.get(node.id)}${shape(node)}${node.active ? ':::active' : ''}`),
    ...graph.edges.map(({ from, to, type }) => `  ${numbers.get(from)} ${EDGES[type]} ${numbers.get(to)}`),
    '  classDef active stroke-width:3px',
  ];
}
