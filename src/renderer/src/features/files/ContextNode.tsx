import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import type { Tier } from '../../../../shared/model/float.ts';
import { count } from '../../ui/format.ts';
import styles from './FilesGraph.module.css';
import type { PlacedNode } from './graph.ts';
import { STATE_WORDS } from './labels.ts';

export interface ContextNodeData extends Record<string, unknown> {
  node: PlacedNode;
  tier: Tier;
  onGo: () => void;
  /** The keys have come to it. */
  onReach: () => void;
}

/** One folder's context. It is a button: the keys reach it, and it leads there. */
export function ContextNode({ data: { node, tier, onGo, onReach } }: NodeProps<Node<ContextNodeData>>) {
  return (
    <button
      type="button"
      className={`${styles.node} grid relative pad-x-3 on-panel boxed-strong round small leading-16`}
      data-column={node.column}
      data-more={node.more > 0}
      title={`${node.path}\n${node.words}`}
      onClick={onGo}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onReach()}
    >
      <Handle type="target" position={Position.Left} className="no-pointer invisible" isConnectable={false} />
      <Handle type="source" position={Position.Right} className="no-pointer invisible" isConnectable={false} />
      {node.more > 0 ? (
        <span>and {count(node.more, 'more folder')}, show more</span>
      ) : (
        <>
          <span className={`${styles.name} row baseline apart shrink-x gap-2`}>
            <b className="cut semibold text-left">{node.path}</b>
            {node.state !== 'current' && (
              <i className="rigid tiny warn" data-state={node.state}>
                {STATE_WORDS[node.state]}
              </i>
            )}
          </span>
          <span className="tiny dim cut">{node.column === 'self' ? `${tier} · ${node.words}` : node.words}</span>
        </>
      )}
    </button>
  );
}
