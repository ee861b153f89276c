import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTape } from '../../data/hooks.ts';
import { useWhyOf } from '../../data/residencyHooks.ts';
import { usePick } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { openSearch } from '../search/place.ts';
import styles from './NoMatch.module.css';

/** Tapes of the family that are asked. */
const MOST = 12;
/** As long as a search may be. */
const LONGEST = 500;

/** Nothing has the text: the tapes that belong with this one may, or any other. */
export function NoMatch({ tape, text }: { tape: string; text: string }) {
  return (
    <div className="grid grow shrink-y scroll-y gap-3 pad-4 dim content-start">
      <p>The search ignores spaces and capitals, but finds only the whole text. Try a shorter piece.</p>
      <Elsewhere tape={tape} text={text} />
    </div>
  );
}

/** Ways to look for a text that this tape does not have. */
export function Elsewhere({ tape, text }: { tape: string; text: string }) {
  const related = useTape(tape).data?.related ?? [];
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <p className="row gap-2">
        {related.length > 0 && asked !== text && (
          <Button onClick={() => setAsked(text)}>Look in the {count(related.length, 'other tape', 'other tapes')} of its family</Button>
        )}
        <Button onClick={() => openSearch({ query: text.replace(/\s+/g, ' ').trim().slice(0, LONGEST) })}>Search for the words…</Button>
      </p>
      {asked === text && <Family text={text} tapes={related.slice(0, MOST)} more={related.length - MOST} />}
    </>
  );
}

const Family = ({ text, tapes, more }: { text: string; tapes: readonly { id: string; title: string }[]; more: number }) => {
  const whyOf = useWhyOf();
  const answers = useQueries({ queries: tapes.map(({ id }) => whyOf(id, text)) });
  const { openTape, setWhy } = usePick('openTape', 'setWhy');
  const open = (id: string) => {
    openTape(id, { panel: 'residency' });
    setWhy(text);
  };
  const found = tapes.flatMap((tape, at) => {
    const answer = answers[at]?.data;
    return answer === undefined || answer.items.length === 0 || answer.found === 'words' ? [] : [{ ...tape, answer }];
  });
  if (answers.some(({ isPending }) => isPending)) return <p role="status">Looking in the family…</p>;
  return (
    <>
      <p role="status">
        {found.length === 0
          ? 'No tape of its family has this text.'
          : `${count(found.length, 'tape', 'tapes')} of its family ${found.length === 1 ? 'has' : 'have'} it.`}
        {more > 0 && ` ${count(more, 'tape was', 'tapes were')} not searched.`}
      </p>
      <ul className={styles.family} aria-label="Tapes of the family that contain it">
        {found.map(({ id, title, answer }) => (
          <li key={id}>
            <button type="button" className="grid gap-4 full-width pad-y-2 line-below text-left ink hover-shade" onClick={() => open(id)}>
              <b className="cut">{title}</b>
              <span>{count(answer.items.length, 'entry', 'entries')}</span>
              <span className="dim">{answer.answer}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
