import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import styles from './ContextBar.module.css';
import { type Figure, figureWords } from './figures.ts';

/** Figures on one line. Those for which there is no room are a number at its end, with their words under the pointer. */
export function FigureLine({ figures }: { figures: readonly Figure[] }) {
  const line = useRef<HTMLSpanElement>(null);
  const hidden = figures.slice(useFitting(line, figures.map(figureWords).join()));
  const total = figures.findIndex(({ value, strong }) => strong && value !== '');
  return (
    <>
      <span ref={line} className="row baseline wrap shrink-x clip gap-x-4 grow tall-24">
        {figures.map(({ value, words, strong, hint }, at) => (
          <span key={words} title={hint}>
            {value !== '' && (strong ? <b className={at === total ? 'large bold ink' : undefined}>{value}</b> : value)}{' '}
            {value === '' && strong ? <b>{words}</b> : words}
          </span>
        ))}
      </span>
      {hidden.length > 0 && (
        <span className={`${styles.folded} rigid`} title={hidden.map(figureWords).join('\n')}>
          +{hidden.length} more
        </span>
      )}
    </>
  );
}

/** How many children are on the first line of an element; asked again when it or its text changes. */
const useFitting = (line: RefObject<HTMLElement | null>, text: string): number | undefined => {
  const [fitting, setFitting] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another width
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    const measure = (): void => {
      const children = [...element.children] as HTMLElement[];
      const second = (children[0]?.offsetTop ?? 0) + element.clientHeight / 2;
      setFitting(children.filter((child) => child.offsetTop < second).length);
    };
    // Its first report comes when the window is laid out anyway: to ask before that would lay it out again.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, text]);
  return fitting;
};
