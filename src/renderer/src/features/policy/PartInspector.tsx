import { useState } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import { formatPart, type KeepFirst, type Part } from '../../../../shared/model/policy.ts';
import { type Spot, useTape, useView } from '../../data/hooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { readBudget } from '../../ui/policies.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Fact, Facts } from '../inspector/Facts.tsx';
import inspector from '../inspector/Inspector.module.css';
import { EntryLine } from './EntryLine.tsx';
import { type Piece, piecesOf, replacePiece } from './edit.ts';
import { blockTokens, pieceFigures } from './figures.ts';
import { overBudget } from './hits.ts';
import { MemoryPart } from './MemoryPart.tsx';
import styles from './PartInspector.module.css';

interface Props {
  tape: string;
  spot: Spot;
  /** Which part of the policy, 0 for where the context begins. */
  at: number;
}

/** The selected part of the policy, to be edited: what it says, and what it brings in. */
export function PartInspector({ tape, spot, at }: Props) {
  const policy = useStore((state) => state.policy);
  const { editPolicy, selectPart } = usePick('editPolicy', 'selectPart');
  const view = useView(tape, spot, policy);
  const piece = piecesOf(policy)[at];
  if (piece === undefined) return null;
  const shown = view.isPlaceholderData ? undefined : view.data;
  const onText = (text: string) => {
    editPolicy(replacePiece(policy, at, text));
    selectPart(at);
  };
  const { value, words } = pieceFigures(shown, piece);
  return (
    <div className={`${styles.edit} full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4`}>
      <h2 className={`${inspector.title} large`}>{titleOf(piece)}</h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3">
        {[value && `${value} tokens`, words].filter(Boolean).join(' · ')}
      </p>
      <Editor tape={tape} spot={spot} piece={piece} view={shown} onText={onText} />
    </div>
  );
}

const titleOf = ({ text, part }: Piece): string => {
  if (part === null) return `Begins at: ${text}`;
  switch (part.type) {
    case 'memory':
      return `Memory: “${part.query}”`;
    case 'budget':
      return `Budget of ${formatNumber(part.budget)} tokens`;
    case 'summary':
      return 'Summary and its sources';
    default:
      return part.type === 'pin'
        ? `Pinned: ${count(part.seqs.length, 'entry', 'entries')}`
        : `Left out: ${count(part.seqs.length, 'entry', 'entries')}`;
  }
};

interface EditorProps {
  tape: string;
  spot: Spot;
  piece: Piece;
  view: View | undefined;
  onText: (text: string) => void;
}

const Editor = ({ tape, spot, piece, view, onText }: EditorProps) => {
  const { part } = piece;
  if (part === null) return <OriginPart tape={tape} text={piece.text} before={view?.before ?? null} onText={onText} />;
  switch (part.type) {
    case 'memory':
      return <MemoryPart tape={tape} spot={spot} part={part} text={piece.text} view={view} onText={onText} />;
    case 'budget':
      return <BudgetPart key={piece.text} tape={tape} part={part} view={view} onText={onText} />;
    case 'summary':
      return <p className="pad-y-2 small dim">The entries that the anchor’s state cites, raw, from their sources.</p>;
    default:
      return <EntriesPart tape={tape} part={part} onText={onText} />;
  }
};

const BEGINNINGS = [
  { value: 'as-recorded', label: 'as recorded', hint: 'what the agent’s own rules send' },
  { value: 'last-anchor', label: 'the last anchor', hint: 'and all since' },
  { value: 'full', label: 'full', hint: 'every entry' },
];

/** Where the context begins: each anchor of the tape is offered, by its number where others have its name. */
const OriginPart = ({
  tape,
  text,
  before,
  onText,
}: {
  tape: string;
  text: string;
  before: number | null;
  onText: (text: string) => void;
}) => {
  const anchors = useTape(tape).data?.anchors.filter(({ seq }) => before === null || seq < before) ?? [];
  const options = [
    ...BEGINNINGS,
    ...anchors
      .toReversed()
      .map(({ name, seq }) => ({ value: `anchor:#${seq}`, label: `${name} #${seq}`, hint: 'as if the context began there' })),
  ];
  const own = options.some(({ value }) => value === text) ? [] : [{ value: text, label: text }];
  return (
    <Facts>
      <Fact name="begins at">
        <Select label="Begins at" value={text} options={[...own, ...options]} onChange={onText} />
      </Fact>
    </Facts>
  );
};

const FIRSTS: { value: KeepFirst; label: string; hint: string }[] = [
  { value: 'recent', label: 'recent first', hint: 'the newest turns that fit' },
  { value: 'cited', label: 'cited first', hint: 'what the anchor’s state cites, then the newest' },
  { value: 'heavy-last', label: 'heavy last', hint: 'drops large outputs before small ones' },
];

/** Entries over a budget that are listed; of more than these the counts say enough. */
const MOST_LISTED = 40;

const BudgetPart = ({
  tape,
  part,
  view,
  onText,
}: {
  tape: string;
  part: Part & { type: 'budget' };
  view: View | undefined;
  onText: (text: string) => void;
}) => {
  const [typed, setTyped] = useState(formatNumber(part.budget));
  const left = (view?.omissions ?? []).reduce(
    (sum, { reason, tokens }) => (reason === 'over-budget' ? sum + (tokens?.value ?? 0) : sum),
    0,
  );
  const over = view ? overBudget(view, MOST_LISTED) : { seqs: [], entries: 0 };
  const whole = view ? blockTokens(view) + left : 0;
  const take = (budget: number | null, first: KeepFirst = part.first) =>
    budget !== null && onText(formatPart({ type: 'budget', budget, first }));
  return (
    <>
      <Facts>
        <Fact name="tokens">
          <TextField
            aria-label="Budget in tokens"
            size={9}
            value={typed}
            aria-invalid={readBudget(typed) === null}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && take(readBudget(typed))}
          />
        </Fact>
        <Fact name="keeps">
          <Select label="What to keep first" value={part.first} options={FIRSTS} onChange={(first) => take(part.budget, first)} />
        </Fact>
        <Fact name="over budget">{over.entries > 0 && `${count(over.entries, 'entry', 'entries')}, ~${formatNumber(left)} tokens`}</Fact>
      </Facts>
      {left > 0 && (
        <p className="pad-y-2 small dim">
          <Button onClick={() => take(whole)}>Raise budget to {formatNumber(whole)}</Button> fits them all
        </p>
      )}
      {over.entries > 0 && (
        <ol className={`${styles.entries} small`} aria-label="Entries over the budget">
          {over.seqs.map((seq) => (
            <EntryLine key={seq} tape={tape} seq={seq} absent />
          ))}
        </ol>
      )}
      {over.entries > over.seqs.length && (
        <p className="pad-y-2 small dim">and {count(over.entries - over.seqs.length, 'entry', 'entries')} more</p>
      )}
    </>
  );
};

/** Entries that are pinned or left out, each with a way to take it off the list. */
const EntriesPart = ({
  tape,
  part,
  onText,
}: {
  tape: string;
  part: Part & { type: 'pin' | 'without' };
  onText: (text: string) => void;
}) => (
  <ol className={`${styles.entries} small`}>
    {part.seqs.map((seq) => (
      <EntryLine key={seq} tape={tape} seq={seq}>
        <button
          type="button"
          aria-label={`Take #${seq} off`}
          onClick={() => onText(part.seqs.length === 1 ? '' : formatPart({ ...part, seqs: part.seqs.filter((one) => one !== seq) }))}
        >
          ×
        </button>
      </EntryLine>
    ))}
  </ol>
);
