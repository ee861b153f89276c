import type { Comparison } from '../../../../shared/model/index.ts';
import { usePick } from '../../state/store.ts';
import { formatDigest } from '../../ui/format.ts';
import { apartWords } from './figures.ts';

/** Whether the fork is hermetic: the verdict in words, then the two witnesses of what both share. */
export function PrefixLine({ comparison }: { comparison: Comparison }) {
  const { pair } = comparison;
  const { prefix } = pair;
  if (prefix === null)
    return <p className="row baseline wrap rigid gap-y-1 gap-x-4 line-below small dim pad-y-2 pad-x-4">{apartWords(comparison)}</p>;
  const [a, b] = prefix.witnesses;
  return (
    <div className="row baseline wrap rigid gap-y-1 gap-x-4 line-below small dim pad-y-2 pad-x-4">
      <ForkPoint comparison={comparison} />
      <p className={prefix.hermetic ? 'ok' : 'warn'}>{prefix.words}</p>
      <span className="row push gap-4 tiny nowrap">
        <Witness name="id chain" a={a.ids} b={b.ids} same={prefix.sameIds} />
        <Witness name="rendered text" a={a.text} b={b.text} same={prefix.sameText} />
      </span>
    </div>
  );
}

/** Only where each has entries of its own did they part; else one of them continues the other. */
const partWords = ({ sides, pair }: Comparison): string => {
  const [a = 0, b = 0] = pair.sides.map((at) => sides[at]?.own.entries);
  if (a > 0 && b > 0) return 'fork at';
  return a > 0 ? 'A continues B from' : 'B continues A from';
};

/** Where they part: the last thing that both share. */
const ForkPoint = ({ comparison }: { comparison: Comparison }) => {
  const { fork } = comparison.pair;
  const { openTape } = usePick('openTape');
  const at = fork?.at[0];
  if (fork === null || at === undefined) return null;
  return (
    <button
      type="button"
      className="pad-x-2 boxed-strong ink nowrap round-full"
      title={fork.by === 'digest' ? 'Found by comparing the text at the beginning of both.' : 'Found by the entries that both share.'}
      onClick={() => openTape(at.tape, { step: at.step, entry: at.seq, panel: 'compare' })}
    >
      {`${partWords(comparison)} ${at.step === null ? `#${at.seq}` : `step ${at.step}`}`}
    </button>
  );
};

const Witness = ({ name, a, b, same }: { name: string; a: string; b: string; same: boolean }) => (
  <span title={`${a}\n${b}`}>
    {name} <code className="tiny">{formatDigest(a).slice(0, 9)}</code> {same ? '=' : '≠'}{' '}
    <code className="tiny">{formatDigest(b).slice(0, 9)}</code>
  </span>
);
