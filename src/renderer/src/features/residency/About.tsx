import { useMemo } from 'react';
import type { Annotation } from '../../../../shared/model/index.ts';
import { outsideName } from '../../../../shared/model/ledger.ts';
import { notesOn, useNotes } from '../../data/annotationHooks.ts';
import { useEntry } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { useRested } from '../../ui/useRested.ts';
import { usePreview } from '../context/usePreview.ts';
import { staysIn, staysWords } from './labels.ts';
import { notesOfGroup } from './notes.ts';
import styles from './Residency.module.css';
import { type Answer, groupAt, groupEnds, groupWords, partWords } from './rows.ts';

/** What readers wrote about a row, in the line below the chart; slanted, as nothing is that a log says. */
function NoteWords({ notes }: { notes: readonly Annotation[] }) {
  if (notes.length === 0) return null;
  const said = notes.map(({ label, text }) => [label, text].filter(Boolean).join(': ')).join(' · ');
  return (
    <span className={`${styles.noted} cut ink italic`} title={said}>
      <span className="unseen">annotated: </span>
      {said.replace(/\s+/g, ' ')}
    </span>
  );
}

/** Milliseconds that the pointer rests on an entry before its text is read. */
const REST = 80;

interface Props {
  answer: Answer;
  tape: string;
  /** The entry or the group that is shown, or what is in context and no entry. */
  seq: number | null;
  row: number | null;
  part: Answer['outside'][number] | null;
}

/** The row under the pointer or the chosen one, in words: when it was in context, why it left, and how to get there. */
export function About({ answer, tape, seq, row, part }: Props) {
  const index = useNotes(tape);
  const notes = useMemo(() => (row === null ? [] : notesOfGroup(index, answer, row)), [index, answer, row]);
  const group = row === null ? null : groupAt(answer, row);
  const ends = row === null ? null : groupEnds(answer, row);
  return (
    <footer className={`${styles.foot} rigid row gap-2 baseline clip nowrap line-above tiny dim pad-y-1 pad-x-4`} aria-live="polite">
      {part !== null ? (
        <>
          <b className="cut ink">{outsideName(part.name)}</b>
          <span className={`${styles.when} rigid`}>{partWords(part, answer)}</span>
        </>
      ) : group !== null ? (
        <>
          <b className="cut ink">{group.name}</b>
          <span className={`${styles.when} rigid`}>{groupWords(group)}</span>
          <Ends first={ends?.first ?? null} left={ends?.left ?? null} />
          <NoteWords notes={notes} />
        </>
      ) : seq === null ? (
        <span>
          Steps across, {answer.groups === null ? 'entries' : `${answer.groups.by}s`} down. The wheel scrolls and, with Ctrl, zooms; with
          Shift, it does so along the steps.
        </span>
      ) : (
        <AboutEntry answer={answer} tape={tape} seq={seq} />
      )}
    </footer>
  );
}

const AboutEntry = ({ answer, tape, seq }: { answer: Answer; tape: string; seq: number }) => {
  const stays = staysIn(answer, seq);
  const [first] = stays;
  const left = stays.at(-1)?.left ?? null;
  return (
    <>
      <b className="ink">#{seq}</b>
      <span className={`${styles.when} rigid`}>{staysWords(stays)}</span>
      <Ends first={first?.from ?? null} left={left?.step ?? null} />
      <NoteWords notes={notesOn(useNotes(tape), seq)} />
      <WhatItIs tape={tape} seq={seq} />
    </>
  );
};

/** What an entry is: a word and how it begins; before a result stands the call that it answers. Read once the pointer rests. */
const WhatItIs = ({ tape, seq }: { tape: string; seq: number }) => {
  const rested = useRested(seq, REST);
  const entry = useEntry(tape, rested).data;
  const known = rested === seq && entry?.row.seq === seq ? entry : null;
  const call = known?.links.findLast((link) => link.relation === 'call' && link.tape === undefined && (link.seq ?? seq) < seq)?.seq;
  const texts = [usePreview(tape, call ?? rested), usePreview(tape, rested)].map((preview) => preview?.text.replace(/\s+/g, ' ') ?? '');
  const begins = [...new Set(texts)].filter((text) => text !== '').join(' · ');
  if (known === null) return <span className={`${styles.begins} cut`} />;
  const tone = entryTone(known.row);
  return (
    <span className={`${styles.begins} cut`} title={begins}>
      <span className={`${styles.kind} swatch rigid`} style={{ color: kindColour(tone, known.row.role) }}>
        {kindWord(tone, known.row.role)}
      </span>{' '}
      {begins}
    </span>
  );
};

/** Ways to the first step that saw a row, and to the one at which it left; the keys do the same for the chosen row. */
const Ends = ({ first, left }: { first: number | null; left: number | null }) => {
  const moveTo = useStore((state) => state.moveTo);
  return (
    <>
      {first !== null && (
        <button type="button" onClick={() => moveTo(first)}>
          <u>first seen at {formatNumber(first)}</u> <Kbd>(</Kbd>
        </button>
      )}
      {left !== null && (
        <button type="button" onClick={() => moveTo(left)}>
          <u>left at {formatNumber(left)}</u> <Kbd>)</Kbd>
        </button>
      )}
    </>
  );
};
