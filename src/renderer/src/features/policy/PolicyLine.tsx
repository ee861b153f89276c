import { type FormEvent, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { View } from '../../../../shared/model/index.ts';
import { type Spot, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { addPiece, type Piece, piecesOf, refusalOf, removePiece, replacePiece } from './edit.ts';
import { pieceFigures } from './figures.ts';
import styles from './PolicyLine.module.css';

interface Props {
  tape: string;
  spot: Spot;
  /** The context under this policy; undefined while it is on its way. */
  view: View | undefined;
}

/** A policy on one line: each part is text that can be typed, with what it brings in below it. */
export function PolicyLine({ tape, spot, view }: Props) {
  const { policy, undo, selectedPart, selectPart, editPolicy } = useStore(
    useShallow(({ policy, undo, selectedPart, selectPart, editPolicy }) => ({ policy, undo, selectedPart, selectPart, editPolicy })),
  );
  const pieces = piecesOf(policy);
  const before = useView(undo.length > 0 ? tape : null, spot, undo.at(-1) ?? policy);
  const [refused, setRefused] = useState('');
  const showInspector = useShowInspector();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ 'policy.edit': () => field.current?.focus() });
  const edit = (change: () => string): boolean => {
    try {
      editPolicy(change());
      setRefused('');
      return true;
    } catch (failure) {
      setRefused(refusalOf(failure));
      return false;
    }
  };
  return (
    <section className="small dim pad-top-tight pad-bottom-2 pad-x-4" aria-label="Policy">
      <div className={`${styles.line} row wrap on-panel boxed-strong round gap-tight pad-y-1 pad-x-2`}>
        {pieces.map((piece, at) => (
          <Fragment key={keyOf(pieces, at)}>
            {at > 0 && <span className={`${styles.plus} leading-18 faint pad-y-1 pad-x-tight`}>+</span>}
            <Chip
              piece={piece}
              view={view}
              selected={selectedPart === at}
              fixed={at === 0 && piece.text === 'full'}
              onSelect={() => {
                selectPart(selectedPart === at ? null : at);
                if (selectedPart !== at) showInspector();
              }}
              onRemove={() => edit(() => removePiece(policy, at))}
              onType={(text) => edit(() => replacePiece(policy, at, text))}
            />
          </Fragment>
        ))}
        <AddField ref={field} onAdd={(text) => edit(() => addPiece(policy, text))} />
      </div>
      {refused !== '' && (
        <p className="leading-16 error pad-top-1" role="alert">
          {refused}
        </p>
      )}
      <BudgetBar
        tape={tape}
        view={view}
        pieces={pieces}
        selected={selectedPart}
        before={before.isPlaceholderData ? undefined : before.data}
      />
    </section>
  );
}

/** A part may be there twice; its text and how often it came before name it. */
const keyOf = (pieces: readonly Piece[], at: number): string => {
  const text = pieces[at]?.text ?? '';
  return `${text} ${pieces.slice(0, at).filter((one) => one.text === text).length}`;
};

/** The field that opens in the place of a part has the keys. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

interface ChipProps {
  piece: Piece;
  view: View | undefined;
  selected: boolean;
  /** It cannot be removed: something has to be the beginning. */
  fixed: boolean;
  onSelect: () => void;
  onRemove: () => void;
  /** Answers whether it was taken. */
  onType: (text: string) => boolean;
}

const Chip = ({ piece, view, selected, fixed, onSelect, onRemove, onType }: ChipProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const { value, words } = pieceFigures(view, piece);
  const take = () => {
    if (typed === null || typed === piece.text || onType(typed)) setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') {
      event.stopPropagation();
      setTyped(null);
    }
  };
  return (
    <span className={`${styles.chip} hover-shade inline-row round-small max-full pad-y-tight pad-x-2`} data-selected={selected}>
      <span className={`${styles.spelled} inline-row baseline shrink-x code ink`}>
        {typed === null ? (
          <button
            type="button"
            aria-pressed={selected}
            title="Select this part; twice to type in it"
            onClick={onSelect}
            onDoubleClick={() => setTyped(piece.text)}
          >
            {piece.text}
          </button>
        ) : (
          <input
            className={`${styles.typed} shrink-x max-full`}
            aria-label={`The part ${piece.text}`}
            value={typed}
            size={Math.max(8, typed.length)}
            ref={takeFocus}
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={take}
          />
        )}
        {!fixed && (
          <button type="button" className={`${styles.remove} pad-x-1 faint`} aria-label={`Remove ${piece.text}`} onClick={onRemove}>
            ×
          </button>
        )}
      </span>
      <span className="tiny leading-16 nowrap">
        {value !== '' && <b>{value}</b>} {words}
      </span>
    </span>
  );
};

const AddField = ({ ref, onAdd }: { ref: React.Ref<HTMLInputElement>; onAdd: (text: string) => boolean }) => {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && onAdd(text)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setText('');
    event.currentTarget.blur();
  };
  return (
    <form className={`${styles.add} row middle gap-2 pad-x-1`} onSubmit={submit}>
      <input
        ref={ref}
        className="grow code ink no-outline"
        aria-label="Add to the policy"
        placeholder="add…"
        title="pin:#12, without:#7, memory:&quot;words&quot;@family, summary, budget:8000, or where to begin: anchor:#9, full"
        value={text}
        spellCheck={false}
        maxLength={600}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd>l</Kbd>
    </form>
  );
};
