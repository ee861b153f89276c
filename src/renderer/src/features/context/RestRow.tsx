import type { CapturedBase, View } from '../../../../shared/model/index.ts';
import { useBaseLike } from '../../data/requestHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useRested } from '../../ui/useRested.ts';
import { Cell } from '../entries/scroll/Grid.tsx';
import block from './BlockRow.module.css';
import styles from './Context.module.css';
import { baseOf, eventWords, lackingWords, restOf, shortWords, signed } from './figures.ts';
import { SlimRow } from './SlimRow.tsx';

/** "as captured in step 12", of another session with its title. */
function capturedIn({ tape, title, step }: Pick<CapturedBase, 'tape' | 'title' | 'step'>, own: string): string {
  return `as captured in ${tape === own ? '' : `${title}, `}step ${formatNumber(step)}`;
}

/** What the model read although no entry holds it: it comes first, where the system prompt and the tools are. */
export function RestRow({ view }: { view: View }) {
  const base = baseOf(view);
  const lacking = lackingWords(view);
  if (base > 0) return <BaseRow view={view} lacking={lacking} tokens={base} />;
  const tokens = formatNumber(restOf(view));
  const unknown = `not in the log: ${lacking}, and what the estimate misses`;
  return (
    <SlimRow absent weight={tokens} title={`${tokens} tokens ${unknown}`}>
      <span className="max-full cut">
        <b>{tokens} tokens</b> {unknown}
      </span>
    </SlimRow>
  );
}

/** Milliseconds on a step before a captured request like it is looked for: whoever moves along the timeline asks for none. */
const REST = 200;

/** What every request begins with and no entry holds; of a request that was not sent yet, the last step that it was sent with. A captured request that began like it is named. */
const BaseRow = ({ view, lacking, tokens }: { view: View; lacking: string; tokens: number }) => {
  const step = view.step === null ? (view.since?.step ?? null) : null;
  const at = view.policy === 'as-recorded' ? view.step : null;
  const like = useBaseLike(view.tape, useRested(at, REST) === at ? at : null);
  return (
    <Cell className={`${block.block} grid gap-x-3`}>
      <span className={`${styles.word} swatch row baseline shrink-x small semibold leading-18 nowrap`} style={{ color: 'var(--k-system)' }}>
        <span>base</span>
      </span>
      <div className="shrink-x">
        <p className={`${block.two} small leading-18`} title={lacking}>
          {step === null ? 'Not in the log' : `As sent up to step ${formatNumber(step)}`}: {shortWords(lacking)}
          {like && (
            <>
              {' · probably '}
              <Button look="quiet" onClick={() => useStore.getState().openTape(like.tape, { step: like.step, panel: 'request' })}>
                {capturedIn(like, view.tape)}
              </Button>
            </>
          )}
        </p>
      </div>
      <span
        className={`${styles.weight} tiny leading-18 dim text-right nowrap`}
        title={`${formatNumber(tokens)} tokens, as the log measured them`}
      >
        {formatNumber(tokens)}
        <span className={`${styles.seq} tiny faint text-right nowrap`}>measured</span>
      </span>
    </Cell>
  );
};

/** What changed the size of the request here and is not an entry of the log. */
export function EventRow({ event: { type, step, tokens, note } }: { event: View['events'][number] }) {
  return (
    <SlimRow absent={false} weight={signed(tokens)} title={`${note}, inferred from the recorded sizes`}>
      <span className="max-full cut">
        <b>{eventWords(type)}</b> before step {formatNumber(step)}: {note}
      </span>
    </SlimRow>
  );
}
