import { type KeyboardEvent, useState } from 'react';
import { useEntry } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { splitPolicy } from '../policy/edit.ts';
import { unnamed } from '../policy/usePolicyKeys.ts';
import { NO_EDITS, useWhatIfState } from './state.ts';
import type { Trial } from './useTrial.ts';
import styles from './WhatIfPanel.module.css';

/** Each edit of the context with its way back, and the field for another text of the selected entry. */
export function EditList({ trial: { tape, edited, then } }: { trial: Trial }) {
  const entry = useStore((state) => state.entry);
  const { setInstead, setNotice } = useStore.getState();
  const replacing = useWhatIfState((state) => state.replacing);
  const replaced = (useWhatIfState((state) => state.edits[tape.id]) ?? NO_EDITS).replace;
  const { edit, setReplacing } = useWhatIfState.getState();
  const { pin, without } = splitPolicy(edited.policy);
  const held = entry !== null && then.data?.blocks.some(({ entries }) => entries.includes(entry)) === true;
  useKeys({
    'what-if.replace': () => (held ? setReplacing(entry) : setNotice('Select a block of this context first: its text can be replaced.')),
  });
  const undo = (seq: number) => edit(tape.id, { replace: replaced.filter((one) => one.seq !== seq) });
  const restore = (seq: number) => setInstead(unnamed(edited.policy, seq));
  return (
    <>
      <ul className={`${styles.edits} row wrap scroll-y leading-20 gap-y-1 gap-x-3 pad-top-1`} aria-label="Edits">
        {without.map((seq) => (
          <Edit key={`without ${seq}`} seq={seq} what="left out" way="restore" onUndo={() => restore(seq)} />
        ))}
        {pin.map((seq) => (
          <Edit key={`pin ${seq}`} seq={seq} what="pinned" way="unpin" onUndo={() => restore(seq)} />
        ))}
        {replaced.map(({ seq }) => (
          <Edit key={`replaced ${seq}`} seq={seq} what="replaced" way="undo" onUndo={() => undo(seq)} />
        ))}
        {without.length + pin.length + replaced.length === 0 && (
          <li className="dim pretty">
            Select a block: <KeyCaps id="policy.leave-out" /> leaves it out, <KeyCaps id="policy.pin" /> pins it,{' '}
            <KeyCaps id="what-if.replace" /> replaces its text.
          </li>
        )}
      </ul>
      {replacing !== null && <Replacement key={replacing} tape={tape.id} seq={replacing} />}
    </>
  );
}

interface EditProps {
  seq: number;
  what: string;
  way: string;
  onUndo: () => void;
}

const Edit = ({ seq, what, way, onUndo }: EditProps) => {
  const select = useStore((state) => state.select);
  return (
    <li className={`${styles.edit} nowrap`}>
      <Button look="quiet" title="Show this entry" onClick={() => select(seq)}>
        #{formatNumber(seq)}
      </Button>{' '}
      {what}{' '}
      <Button look="quiet" aria-label={`${way} #${formatNumber(seq)}`} onClick={onUndo}>
        {way}
      </Button>
    </li>
  );
};

/** Another text for an entry. It begins with the one that it has, as far as that is on the screen. */
const Replacement = ({ tape, seq }: { tape: string; seq: number }) => {
  const known = (useWhatIfState((state) => state.edits[tape]) ?? NO_EDITS).replace;
  const entry = useEntry(tape, seq);
  const [typed, setTyped] = useState<string | null>(known.find((one) => one.seq === seq)?.text ?? null);
  const { edit, setReplacing } = useWhatIfState.getState();
  const own = entry.data?.parts.filter(({ type }) => type === 'text' || type === 'tool_result') ?? [];
  const text = typed ?? own.map((part) => part.text).join('\n');
  const take = () => {
    edit(tape, { replace: [...known.filter((one) => one.seq !== seq), { seq, text }] });
    setReplacing(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setReplacing(null);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (entry.data === undefined || entry.isPlaceholderData) return null;
  return (
    <div className={`${styles.replacement} pad-top-2`}>
      <TextArea
        aria-label={`Text of entry ${formatNumber(seq)}`}
        rows={4}
        autoFocus
        maxLength={1_000_000}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p>
        <Button onClick={take}>Replace #{formatNumber(seq)}</Button>
        <Button look="quiet" onClick={() => setReplacing(null)}>
          cancel
        </Button>
        {own.some(({ cut }) => cut) && <span>Only its beginning is shown; yours replaces the whole text.</span>}
      </p>
    </div>
  );
};
