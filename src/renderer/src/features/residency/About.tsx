import { useMemo } from 'react';
import { notesOn, useNotes } from '../../data/annotationHooks.ts';
import { useStore } from '../../state/store.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { useRested } from '../../ui/useRested.ts';
import { usePreview } from '../context/usePreview.ts';
import { NoteWords } from './NoteWords.tsx';
import { notesOfGroup } from './notes.ts';
import styles from './Residency.module.css';
import { type Answer, groupAt, groupWords } from './rows.ts';
import { staysIn, staysWords } from './words.ts';

/** Milliseconds that the pointer rests on an entry before its text is read. */
const REST = 80;

/** The row under the pointer or the chosen one, in words: when it was in context, why it left, and how to get there. */
export const About = ({ answer, tape, seq, row }: { answer: Answer; tape: string; seq: number | null; row: number | null }) => {
  const index = useNotes(tape);
  const notes = useMemo(() => (row === null ? [] : notesOfGroup(index, answer, row)), [index, answer, row]);
  const group = row === null ? null : groupAt(answer, row);
  return (
    <footer className={styles.foot} aria-live="polite">
      {group !== null ? (
        <>
          <b className="cut">{group.name}</b>
          <span className={styles.when}>{groupWords(group)}</span>
          <NoteWords notes={notes} />
        </>
      ) : seq === null ? (
        <span>
          Steps across, {answer.groups === null ? 'entries' : `${answer.groups.by}s`} down. The wheel scrolls, with Ctrl it zooms, with
          Shift both go over the steps.
        </span>
      ) : (
        <AboutEntry answer={answer} tape={tape} seq={seq} />
      )}
    </footer>
  );
};

const AboutEntry = ({ answer, tape, seq }: { answer: Answer; tape: string; seq: number }) => {
  const moveTo = useStore((state) => state.moveTo);
  const preview = usePreview(tape, useRested(seq, REST));
  const stays = staysIn(answer, seq);
  const [first] = stays;
  const left = stays.at(-1)?.left ?? null;
  return (
    <>
      <b>#{seq}</b>
      <span className={styles.when}>{staysWords(stays)}</span>
      {first && (
        <button type="button" onClick={() => moveTo(first.from)}>
          <u>first seen at {first.from}</u> <Kbd>(</Kbd>
        </button>
      )}
      {left && (
        <button type="button" onClick={() => moveTo(left.step)}>
          <u>left at {left.step}</u> <Kbd>)</Kbd>
        </button>
      )}
      <NoteWords notes={notesOn(useNotes(tape), seq)} />
      <span className={`${styles.begins} cut`}>{preview?.seq === seq ? preview.text.replace(/\s+/g, ' ') : ''}</span>
    </>
  );
};
