import { type MouseEvent, memo } from 'react';
import { copyName, isDerived, nestedTitleOf, recordedTokens, relationName, titleOf } from '../../../../shared/library/names.ts';
import type { TapeItem, TapeRow } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { count, formatDayTime, formatMoment, formatShort } from '../../ui/format.ts';
import { seen } from '../../ui/steering.tsx';
import { Cost, Figure, roles } from './cells.tsx';
import styles from './LibraryPage.module.css';
import { useTable } from './table.ts';

interface Props {
  id: string;
  row: TapeItem & { top: number };
  project: string;
  /** What its agent is called. */
  agent: string;
  /** Whether money is shown. */
  money: boolean;
  active: boolean;
  /** Its place among the selected, -1 for none. */
  letter: number;
}

const Badges = ({ tape, nested }: { tape: TapeRow; nested: boolean }) => {
  const isNamed = tape.relation === 'fork' || (nested && (tape.relation === 'sub-agent' || tape.relation === 'aside'));
  // The title says what the other copies are that the agent program made for itself.
  const words = [copyName(tape.copy), isNamed ? relationName(tape.relation) : nested && isDerived(tape) ? 'not counted' : ''];
  return (
    <>
      {tape.own?.favourite && (
        <em role="img" aria-label="favourite">
          ★
        </em>
      )}
      {tape.own?.tags.map((tag) => (
        <em key={`tag ${tag}`} className={styles.tag}>
          {tag}
        </em>
      ))}
      {tape.live && <em className={styles.live}>● running</em>}
      {words.filter(Boolean).map((word) => (
        <em key={word}>{word}</em>
      ))}
      {tape.inferred && (
        <em title={tape.inferred.why}>
          {tape.relation === null ? `of one of ${count(tape.inferred.tapes.length, 'session')}` : 'inferred'}
        </em>
      )}
      {tape.native !== null && <em>{count(tape.anchors, 'phase')}</em>}
      {tape.unreadable > 0 && <em className={styles.unreadable}>{count(tape.unreadable, 'line')} unreadable</em>}
    </>
  );
};

/** A log without usage has no tokens to count; that is not none. Those of a copy are counted in the session that was read first. */
const Tokens = ({ tape }: { tape: TapeRow }) => {
  const tokens = recordedTokens(tape);
  if (tokens > 0 || tape.steps === 0) return <Figure id="tokens" value={tokens} shown={formatShort(tokens)} />;
  const isCopy = (tape.copied?.steps ?? 0) >= tape.steps;
  return (
    <span {...roles.cell} className={`${styles.figure} tiny dim`} title={isCopy ? 'Counted in another copy of the session' : undefined}>
      {isCopy ? 'elsewhere' : 'not recorded'}
    </span>
  );
};

const [WIDE, TALL] = [80, 16];

/** How large the contexts of a session were, from its first step to its last: where it falls, the context was compacted or begun again. */
const Curve = ({ points }: { points: readonly number[] | undefined }) => {
  const x = (at: number): string => ((WIDE * at) / Math.max(1, (points?.length ?? 1) - 1)).toFixed(1);
  const y = (size: number): string => (TALL - (size / 100) * (TALL - 1)).toFixed(1);
  return (
    <span {...roles.cell} className={styles.curve}>
      {points && (
        <svg viewBox={`0 0 ${WIDE} ${TALL}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`M0 ${TALL}${points.map((size, at) => `L${x(at)} ${y(size)}`).join('')}L${WIDE} ${TALL}Z`} />
        </svg>
      )}
    </span>
  );
};

const LETTERS = 'ABCDEFGH';

/**
 * One session, or what was made for one. The keys are handled by the table, which has the focus. A row is drawn again only when it is another one: a key in the
 * filter draws the table at once, and its rows when they are there.
 */
export const TableRow = memo(function TableRow({ id, row, project, agent, money, active, letter }: Props) {
  const { tape, nested } = row;
  const { toggle, setActive, select } = useTable.getState();
  const onOpen = () => useStore.getState().openTape(tape.id);
  const onToggle = () => toggle(row.key);
  const onSelect = () => {
    setActive(row.key);
    select(tape);
  };
  const selected = letter >= 0;
  const stopped = (run: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    run();
  };
  const choose = (event: MouseEvent) => (event.ctrlKey || event.metaKey ? onSelect() : onOpen());
  const title = tape.own?.title ?? row.name ?? (nested ? nestedTitleOf(tape) : titleOf(tape));
  return (
    <div
      {...roles.row(row.index + 3, {
        'aria-level': row.level,
        'aria-posinset': row.position,
        'aria-setsize': row.siblings,
        'aria-selected': selected,
        ...(row.expanded !== null && { 'aria-expanded': row.expanded }),
        onClick: choose,
      })}
      id={id}
      className={`${styles.row} ${styles.tape} hover-shade absolute cursor-default ${nested ? `${styles.nested} small dim` : ''} grid gap-x-3 middle nowrap pinned pad-left-3 pad-right-4`}
      data-active={active}
      data-selected={selected}
      data-last={row.position === row.siblings}
      style={{ transform: `translateY(${row.top + 4}px)` }}
    >
      <span {...roles.cell} className={`${styles.mark} grid full-height`} {...{ onClick: stopped(onSelect) }}>
        {selected ? (
          <b className="small bold" data-side={LETTERS[letter]}>
            {LETTERS[letter] ?? '✓'}
          </b>
        ) : (
          <i aria-hidden="true" className={styles.box} />
        )}
      </span>
      <span {...roles.cell} className={styles.title} title={`${title}\n${tape.file}`}>
        {row.expanded === null ? (
          <i className={`${styles.fold} grid rigid dim`} aria-hidden="true" />
        ) : (
          <i className={`${styles.fold} grid rigid dim`} data-open={row.expanded} aria-hidden="true" onClick={stopped(onToggle)} />
        )}
        <span className={styles.name}>{seen(title)}</span>
        <span className={styles.badges}>
          <Badges tape={tape} nested={nested} />
        </span>
      </span>
      <span {...roles.cell} className={styles.project} title={`${tape.project}${tape.joined ? `\n${tape.joined.why}` : ''}`}>
        {nested ? '' : project}
        {!nested && tape.joined?.part && <span className="small regular dim"> · {tape.joined.part}</span>}
      </span>
      <span {...roles.cell} className={styles.agent}>
        {agent}
      </span>
      <span {...roles.cell} className={styles.model} title={tape.model ?? undefined}>
        {tape.model ?? ''}
      </span>
      <span {...roles.cell} className={`${styles.date} ${styles.figure}`} title={formatMoment(tape.ended)}>
        {formatDayTime(tape.ended)}
      </span>
      <Figure id="steps" value={tape.steps} />
      <Tokens tape={tape} />
      <Cost cost={row.cost ?? null} tokens={recordedTokens(tape)} shown={money} />
      <Curve points={row.curve} />
      <Figure id="compactions" value={tape.compactions} />
      <Figure id="forks" value={tape.branches} />
      <Figure id="errors" value={tape.failed} />
    </div>
  );
});
