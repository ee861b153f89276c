import { letterOf } from '../../../../shared/model/compare.ts';
import { type CompareSide, type Comparison, otherTextsWords } from '../../../../shared/model/index.ts';
import { placeName, placeOf } from '../../../../shared/model/place.ts';
import { useFormat, useFormats } from '../../data/formatHooks.ts';
import { useTapesById } from '../../data/libraryHooks.ts';
import type { Place } from '../../state/hash.ts';
import { usePick, useStore } from '../../state/store.ts';
import { AgentMark } from '../../ui/AgentMark.tsx';
import { formatClock } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { policyWords } from '../../ui/policies.ts';
import shared from './Compare.module.css';
import { contextFigures, type Figure, figuresOf, isOneStep } from './figures.ts';
import styles from './Sides.module.css';

interface Props {
  comparison: Comparison;
  /** The side that is at the right, next to the first. */
  second: number;
  onSecond: (side: number) => void;
}

const wordsOf = (side: CompareSide): string => [policyWords(side.policy), otherTextsWords(side)].filter(Boolean).join(' · ');

/** The two that are compared block by block; where there are more, a table of all of them above. */
export function Sides({ comparison, second, onSecond }: Props) {
  const rows = useTapesById(comparison.sides.map(({ tape }) => tape));
  // Under the title that the reader gave it.
  const sides = comparison.sides.map((side) => ({ ...side, title: rows.get(side.tape)?.own?.title ?? side.title }));
  const [first, other] = [sides[0], sides[second]];
  const oneStep = isOneStep(first, other);
  const figuresFor = (side: CompareSide): Figure[] => (oneStep ? contextFigures(side) : sides.length === 2 ? figuresOf(side) : []);
  return (
    <>
      {sides.length > 2 && <Table sides={sides} second={second} onSecond={onSecond} />}
      <div className="on-panel line-below grid halves">
        {first && <Head side={first} index={0} colour="var(--only-a)" figures={figuresFor(first)} oneStep={oneStep} other={other} />}
        {other && <Head side={other} index={second} colour="var(--only-b)" figures={figuresFor(other)} oneStep={oneStep} other={first} />}
      </div>
    </>
  );
}

interface HeadProps {
  side: CompareSide;
  index: number;
  colour: string;
  figures: readonly Figure[];
  /** Both sides are one step, so neither has an answer of its own. */
  oneStep: boolean;
  /** The other side: what both have to be read with is stated on neither. */
  other: CompareSide | undefined;
}

/** One side above its blocks. It shows its figures unless the table has them. */
const Head = ({ side, index, colour, figures, oneStep, other }: HeadProps) => {
  const { openTape, sides, setSides } = usePick('openTape', 'sides', 'setSides');
  const agent = useFormat(side.format);
  const span = [side.own.started, side.own.ended].filter((time) => time !== null).map(formatClock);
  return (
    <header className={`${styles.head} shrink-x pad-x-4 pad-y-2`}>
      <h2 className="row baseline gap-2 large">
        <b style={{ color: colour }}>{letterOf(index)}</b> <span className="cut">{side.title || 'untitled'}</span>
        <button
          type="button"
          className={`${shared.link} push tiny regular nowrap dim link`}
          aria-label={`remove ${letterOf(index)}`}
          onClick={() => setSides(sides.filter((_, at) => at !== index))}
        >
          remove
        </button>
      </h2>
      <p className="tiny dim cut">
        {agent && (
          <>
            <AgentMark format={agent} /> {agent.name}
            {' · '}
          </>
        )}
        <button
          type="button"
          className={`${shared.link} dim link`}
          onClick={() => openTape(side.tape, { ...spotOf(side), panel: 'context' })}
        >
          {placeName(placeOf(side))}
        </button>
        {' · '}
        <b>{wordsOf(side)}</b>
        {side.model !== null && ` · ${side.model}`}
        {span.length > 0 && ` · ${span.join(' to ')}`}
      </p>
      {figures.length > 0 && (
        <dl className="row wrap gap-x-4 gap-y-1 margin-top-2">
          {figures.map(({ name, value, hint }) => (
            <div key={name} title={hint}>
              <dt className="tiny dim">{name}</dt>
              <dd className="bold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!oneStep && side.step !== null && <Answer side={side} />}
      {side.warnings
        .filter((warning) => !other?.warnings.includes(warning))
        .map((warning) => (
          <p key={warning} className="pad-top-1 tiny warn pretty calm" data-calm={side.calm.includes(warning)}>
            {warning}
          </p>
        ))}
    </header>
  );
};

/** Where the window shows a side's context: a request after an entry has no place of its own, and the entry is shown. */
const spotOf = ({ step, next, after }: CompareSide): Partial<Place> =>
  step !== null ? { step } : next ? { next: true } : { entry: after ?? null };

/** The last words of the model after the fork point. */
const Answer = ({ side }: { side: CompareSide }) => {
  const open = useStore((state) => state.tape);
  const { select, openTape } = usePick('select', 'openTape');
  if (side.answer === null) return <p className={`${styles.answer} small dim clamp margin-top-2`}>No answer after the fork point.</p>;
  const { seq, text } = side.answer;
  return (
    <button
      type="button"
      className={`${styles.answer} small dim clamp margin-top-2 hover-ink`}
      title="Its final answer: show it in the inspector"
      onClick={() => (open === side.tape ? select(seq) : openTape(side.tape, { entry: seq, panel: 'compare' }))}
    >
      {text.replace(/\s+/g, ' ')}
    </button>
  );
};

const Table = ({ sides, second, onSecond }: { sides: readonly CompareSide[]; second: number; onSecond: (side: number) => void }) => {
  const formats = useFormats();
  // Where all have one policy, the heads below say it.
  const mixed = new Set(sides.map(wordsOf)).size > 1;
  return (
    <table className={`${styles.table} rigid on-panel small line-below`}>
      <Heads
        columns={['side', ...figuresOf(sides[0] as CompareSide).map(({ name }) => name), 'Against A']}
        className="text-left regular nowrap tiny dim pad-y-1 pad-x-4"
      />
      <tbody>
        {sides.map((side, index) => (
          <tr key={letterOf(index)} className="line-above dim" data-shown={index === 0 || index === second}>
            <th className="text-left regular nowrap pad-y-1 pad-x-4" scope="row">
              <span className={`${styles.name} row gap-1`}>
                <span style={{ color: index === 0 ? 'var(--only-a)' : index === second ? 'var(--only-b)' : undefined }}>
                  {letterOf(index)}
                </span>{' '}
                <AgentMark format={formats.find(({ id }) => id === side.format) ?? null} />{' '}
                <b className="cut">{side.title || 'untitled'}</b>{' '}
                <span>
                  · {placeName(placeOf(side))}
                  {mixed && ` · ${wordsOf(side)}`}
                </span>
              </span>
            </th>
            {figuresOf(side).map(({ name, value, hint }) => (
              <td key={name} className="text-left regular nowrap pad-y-1 pad-x-4" title={hint}>
                {value}
              </td>
            ))}
            <td className="text-left regular nowrap pad-y-1 pad-x-4">
              {index > 0 && (
                <button type="button" className={`${shared.link} dim link`} aria-pressed={index === second} onClick={() => onSecond(index)}>
                  {index === second ? 'shown' : 'show'}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
