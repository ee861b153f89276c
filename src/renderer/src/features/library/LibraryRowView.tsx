import type { MouseEvent } from 'react';
import { copyName, isDerived, nestedTitleOf, recordedTokens, relationName, titleOf } from '../../../../shared/library/names.ts';
import type { LibraryRow, TapeItem, TapeRow } from '../../../../shared/model/index.ts';
import { useAgentState } from '../../data/agentHooks.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useFormat } from '../../data/formatHooks.ts';
import { AgentMark } from '../../ui/AgentMark.tsx';
import { count, formatShort, formatWhen } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { seen } from '../../ui/steering.tsx';
import { isRoot, openFiles } from '../files/place.ts';
import shared from './Library.module.css';
import styles from './LibraryRowView.module.css';

interface Props {
  id: string;
  row: LibraryRow;
  active: boolean;
  open: boolean;
  onChoose: () => void;
  /** A click with Ctrl: compares this tape with the open one. */
  onCompare: () => void;
  onToggle: () => void;
  /** The pointer asks for the menu of this row. */
  onPoint: () => void;
}

const facts = ({ tape, forks, cost }: TapeItem, money: boolean): string[] => {
  if (tape.native !== null)
    return [
      'native',
      count(tape.anchors, 'phase'),
      ...(forks > 0 ? [count(forks, 'open fork')] : []),
      count(tape.entries, 'entry', 'entries'),
    ];
  const tokens = recordedTokens(tape);
  const parts = [copyName(tape.copy), relationName(tape.relation), count(tape.steps, 'step')].filter(Boolean);
  if (tape.branches > 0) parts.push(count(tape.branches, 'fork'));
  if (money && cost) parts.push(`${cost.whole ? '' : '≥ '}${dollarsOf(cost.dollars)}`);
  else if (tokens > 0) parts.push(`${formatShort(tokens)} tokens`);
  return parts;
};

const nestedFact = (tape: TapeRow): string => {
  if (tape.native !== null) return tape.native.open ? 'open fork' : 'merged';
  if (isDerived(tape)) return 'not counted';
  return tape.relation === 'sub-agent' ? count(tape.steps, 'step') : relationName(tape.relation);
};

/** What the agent does, where its hooks say so; else that the log is written to. */
const LiveDot = ({ tape }: { tape: TapeRow }) => {
  const state = useAgentState(tape) ?? (tape.live ? 'live' : null);
  return state && <i className={`${styles.live} disc`} data-state={state} role="img" aria-label={state} title={state} />;
};

const TapeCells = ({ row }: { row: TapeItem }) => {
  const { tape } = row;
  const format = useFormat(tape.format);
  const money = useMoney();
  if (row.nested) {
    return (
      <span className="row baseline apart full-width shrink-x gap-2">
        <span className={`${styles.title} cut`}>{seen(row.name ?? nestedTitleOf(tape))}</span>
        <span className={`${styles.side} inline-row baseline gap-1 tiny regular dim nowrap`}>{nestedFact(tape)}</span>
      </span>
    );
  }
  return (
    <>
      <span className="row baseline apart full-width shrink-x gap-2">
        <span className={`${styles.title} cut`}>{seen(row.name ?? titleOf(tape))}</span>
        <span className={`${styles.side} inline-row baseline gap-1 tiny regular dim nowrap`}>
          <LiveDot tape={tape} />
          {formatWhen(tape.ended)}
        </span>
      </span>
      <span className="row baseline apart full-width shrink-x gap-2">
        <span className={`${styles.facts} row wrap clip tiny regular dim nowrap tall-16`}>
          {tape.native === null && <AgentMark format={format} />}
          {facts(row, money).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        {tape.unreadable > 0 && <span className={`${styles.badge} tiny regular nowrap warn`}>{tape.unreadable} unreadable</span>}
        {tape.unreadable === 0 && tape.repaired > 0 && (
          <span className={`${styles.side} inline-row baseline gap-1 tiny regular dim nowrap`}>{tape.repaired} repaired</span>
        )}
      </span>
    </>
  );
};

const hintOf = (row: LibraryRow): string => {
  if (row.type === 'source') return row.name;
  if (row.type === 'project') return row.path;
  const relation = relationName(row.tape.relation);
  const { copy } = row.tape;
  const origin = copy === null ? '' : `${copyName(copy)} that Tapescope made from ${copy.file}`;
  return [titleOf(row.tape), origin, relation, row.tape.inferred?.why, row.tape.model, row.tape.file].filter(Boolean).join('\n');
};

const classOf = (row: LibraryRow): string | undefined => {
  if (row.type !== 'tape') return styles[row.type];
  return `${styles.tape} ${row.nested ? styles.nested : ''} ${isDerived(row.tape) ? styles.derived : ''}`;
};

/** A click opens and leaves the keys to the work; whoever wants them in the tree focuses it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** One row of the tree. The keys are handled by the tree, which has the focus. */
export function LibraryRowView({ id, row, active, open, onChoose, onCompare, onToggle, onPoint }: Props) {
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle();
  };
  // The keys reach it by the menu of the row.
  const showFiles = (event: MouseEvent) => {
    event.stopPropagation();
    if (row.type === 'project') openFiles(row.path);
  };
  return (
    <button
      type="button"
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-selected={open}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(row.expanded !== null && { 'aria-expanded': row.expanded })}
      className={`${shared.row} ${classOf(row)} hover-shade stack full-width relative pad-x-4 cursor-default no-outline centred`}
      data-active={active}
      title={hintOf(row)}
      onMouseDown={keepFocus}
      onClick={(event) => (event.ctrlKey || event.metaKey ? onCompare() : onChoose())}
      onContextMenu={onPoint}
    >
      {row.expanded !== null && (
        <span className={`${styles.fold} full-height absolute left-0 top-0`} data-open={row.expanded} aria-hidden="true" onClick={toggle} />
      )}
      {row.type === 'tape' ? (
        <TapeCells row={row} />
      ) : (
        <span className="row baseline apart full-width shrink-x gap-2">
          <span className={`${styles.title} cut`}>{row.name}</span>
          {row.type === 'project' && isRoot(row.path) && (
            <span
              className={`${shared.files} hover-ink push regular dim link`}
              title="Context files of this project"
              aria-hidden="true"
              onClick={showFiles}
            >
              files
            </span>
          )}
          <span className={`${styles.side} inline-row baseline gap-1 tiny regular dim nowrap`}>{row.expanded ? '' : row.tapes}</span>
        </span>
      )}
    </button>
  );
}
