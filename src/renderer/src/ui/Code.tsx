import { Fragment, useEffect, useMemo, useState } from 'react';
import styles from './Code.module.css';
import { highlighter, languageOf, type Stretch } from './highlight.ts';
import { seen } from './steering.tsx';

/** Characters up to which a text is highlighted: the work is on the window's own thread. */
const MOST = 30_000;

type Highlight = (text: string) => Stretch[];

/** What highlights a name's language, once it is there; null before, and for a language that nobody knows. */
export function useHighlight(name: string): Highlight | null {
  const language = languageOf(name);
  const [found, setFound] = useState<{ language: string; highlight: Highlight } | null>(null);
  useEffect(() => {
    if (language === null) return undefined;
    let gone = false;
    highlighter(language).then(
      (highlight) => !gone && setFound({ language, highlight }),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [language]);
  return found !== null && found.language === language ? found.highlight : null;
}

/** Code in the three tones of its language; as plain text until that is known, so that nothing moves. */
export function Code({ text, name }: { text: string; name: string }) {
  const highlight = useHighlight(name);
  const stretches = useMemo(() => (highlight === null || text.length > MOST ? null : highlight(text)), [highlight, text]);
  if (stretches === null) return seen(text);
  let from = 0;
  return stretches.map(({ tone, text: piece }) => {
    const place = from;
    from += piece.length;
    if (tone === null) return <Fragment key={place}>{seen(piece)}</Fragment>;
    return (
      <span key={place} className={styles[tone]}>
        {seen(piece)}
      </span>
    );
  });
}
