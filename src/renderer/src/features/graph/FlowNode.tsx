import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { letterOf } from '../../../../shared/model/compare.ts';
import type { Annotation, Graph, GraphNode } from '../../../../shared/model/index.ts';
import { type NoteIndex, useNotes } from '../../data/annotationHooks.ts';
import { useStep } from '../../data/hooks.ts';
import { formatWhen } from '../../ui/format.ts';
import { MarkOf } from '../annotations/NoteMark.tsx';
import { usePreview } from '../context/usePreview.ts';
import styles from './FlowNode.module.css';
import { ForkHere } from './ForkHere.tsx';
import shared from './Graph.module.css';
import { nodeFigures, nodeName } from './labels.ts';
import { nodesOf } from './layout.ts';
import { colourOf, type NodeData } from './node.ts';

type Notes = Pick<NoteIndex, 'entries' | 'spans'>;

/** What readers wrote about the entries of each node of a tape, by the node's id: about single entries first, then of spans. */
export function notesByNode(graph: Pick<Graph, 'owners' | 'nodes'>, tape: string, { entries, spans }: Notes): Map<string, Annotation[]> {
  const held = new Map<string, Annotation[]>();
  const put = (from: number, to: number, notes: readonly Annotation[]): void => {
    for (const { id } of nodesOf(graph, tape, from, to)) held.set(id, [...(held.get(id) ?? []), ...notes]);
  };
  for (const [seq, notes] of entries) put(seq, seq, notes);
  for (const note of spans) put(note.target.from, note.target.to, [note]);
  return held;
}

const made = new WeakMap<Notes, { graph: Graph; tape: string; held: Map<string, Annotation[]> }>();

/** The same, worked out once for each graph, however many nodes ask. */
function notesOf(graph: Graph, tape: string, notes: Notes): ReadonlyMap<string, readonly Annotation[]> {
  const known = made.get(notes);
  if (known?.graph === graph && known.tape === tape) return known.held;
  const held = notesByNode(graph, tape, notes);
  made.set(notes, { graph, tape, held });
  return held;
}

/** Places to rebuild from have their own colour in every view. */
const MARKED: ReadonlySet<GraphNode['type']> = new Set(['start', 'anchor', 'compaction']);

/** One node: its mark in its lane, and its words after all lanes. */
export function FlowNode({ data }: NodeProps<Node<NodeData>>) {
  const { node, graph, indent, left, right, head, side, dim } = data;
  return (
    <div className={`${styles.node} row middle full-width relative cursor-pointer`} data-head={head} data-dim={dim}>
      <Handle type="target" position={Position.Top} className={`${styles.handle} no-pointer invisible`} isConnectable={false} />
      <Handle type="source" position={Position.Bottom} className={`${styles.handle} no-pointer invisible`} isConnectable={false} />
      <i
        className={`${styles.glyph} rigid on-bg tall-16`}
        data-type={node.type}
        style={{ color: node.failed ? 'var(--k-error)' : MARKED.has(node.type) ? 'var(--k-anchor)' : colourOf(node) }}
      />
      <div
        className={`${styles.words} rigid round-small pad-y-tight pad-x-2`}
        data-active={node.active}
        style={{ marginLeft: indent - 16, maxWidth: `calc(100cqw - ${left + right}px)` }}
      >
        <p className="row baseline">
          {side !== null && (
            <b className={`${styles.side} rigid margin-right-2 ink`} data-side={side}>
              {letterOf(side)}
            </b>
          )}
          <span className="cut">{node.call === undefined ? <Name node={node} /> : <LoopName node={node} />}</span>
          {node.refs.map((ref) => (
            <span key={ref} className={`${shared.ref} rigid boxed-strong tiny margin-left-2 pad-x-2 round-full`}>
              {ref}
            </span>
          ))}
          <Notes graph={graph} node={node} />
        </p>
        <p className="tiny dim cut">
          {nodeFigures(node)}
          {node.time !== null && ` · ${formatWhen(node.time)}`}
          {head && node.last > 0 ? (
            <HereAtStep node={node} />
          ) : (
            node.type === 'fork' && node.last > 0 && <Here tape={node.tape} seq={node.last} />
          )}
        </p>
      </div>
    </div>
  );
}

/** That readers wrote about entries of the node, however many entries are folded into it. */
const Notes = ({ graph, node }: { graph: Graph; node: GraphNode }) => {
  const here = notesOf(graph, node.tape, useNotes(node.tape)).get(node.id);
  return here ? (
    <span className="rigid margin-left-2">
      <MarkOf notes={here} />
    </span>
  ) : null;
};

/** What comes after the last step is bookkeeping, at which nobody forks: the step itself is asked, as in the inspector. */
const HereAtStep = ({ node }: { node: GraphNode }) => {
  const step = useStep(node.tape, node.step);
  if (node.step !== null && step === undefined) return null;
  return <Here tape={node.tape} seq={step?.last ?? node.last} />;
};

const Here = ({ tape, seq }: { tape: string; seq: number }) => <ForkHere tape={tape} seq={seq} lead=" · resume here: " />;

/** A turn or request of an agent's loop: its prompt or the event that opens it, what it called, and how it ended. */
const LoopName = ({ node }: { node: GraphNode }) => (
  <>
    {node.type === 'turn' && <b className={`${styles.name} bold margin-right-2`}>turn</b>}
    <Prompt tape={node.tape} seq={node.prompt ?? node.first} />
    {node.call != null && (
      <>
        <i className={`${styles.arrow} faint`}>→</i>
        <span className={styles.call} data-failed={node.toolFailed}>
          <Prompt tape={node.tape} seq={node.call} />
          {node.toolFailed && <span className="unseen"> (a tool failed)</span>}
        </span>
      </>
    )}
    {node.last > node.first && node.last !== node.call && (
      <span className={`${styles.end} margin-left-2 faint`} data-failed={node.failed}>
        <Prompt tape={node.tape} seq={node.last} />
      </span>
    )}
  </>
);

/** Its own name where it has one, else the words that began it. */
const Name = ({ node }: { node: GraphNode }) => {
  const name = nodeName(node);
  return (
    <>
      {name !== '' && <b className={`${styles.name} bold margin-right-2`}>{name}</b>}
      {node.prompt !== null ? (
        <Prompt tape={node.tape} seq={node.prompt} />
      ) : (
        name === '' && node.first > 0 && <Prompt tape={node.tape} seq={node.first} />
      )}
    </>
  );
};

const Prompt = ({ tape, seq }: { tape: string; seq: number }) => {
  const preview = usePreview(tape, seq);
  return <span className={styles.prompt}>{preview?.text.replace(/\s+/g, ' ') ?? ''}</span>;
};
