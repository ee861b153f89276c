import { useMemo, useRef } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import type { RunSetup } from '../../../../shared/model/run.ts';
import { useTape, useView } from '../../data/hooks.ts';
import { usePriceBook } from '../../data/moneyHooks.ts';
import { usePolicies } from '../../data/policyHooks.ts';
import { useRunPreview } from '../../data/runHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Bar, SkeletonRows } from '../../ui/Skeleton.tsx';
import { useRested } from '../../ui/useRested.ts';
import { ContextEvidence } from '../context/ContextEvidence.tsx';
import { ContextList } from '../context/ContextList.tsx';
import { totalOf } from '../context/figures.ts';
import { isNoAnchor, NoAnchor } from '../context/NoAnchor.tsx';
import type { Reached } from '../context/useAhead.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './NextRequest.module.css';
import { costWords, promptTokens } from './run-text.ts';
import { modelOf, toolsOf, toolsWords } from './settings.ts';
import { useDraft, useRunSettings, useSystem } from './state.ts';

const NONE: ReadonlySet<number> = new Set();

/** What will be sent next, block by block, under which policy, and about what it weighs and costs. */
export function NextRequest({ tape, setup }: { tape: string; setup: RunSetup }) {
  const { policy, setPolicy, raw, setRaw, moveToNext, openWhatIf } = useStore();
  const view = useView(tape, 'next', policy);
  const anchors = useTape(tape).data?.anchors.toReversed() ?? [];
  const named = usePolicies(tape).data ?? [];
  const begin = useRef<Reached | null>(null);
  const calm = useCalm(view.data, setup.run?.running === true);
  useKeys({ raw: () => setRaw(!raw) });
  const tryIt = () => {
    moveToNext();
    openWhatIf();
  };
  return (
    <section className={`${styles.next} grid shrink-x shrink-y`} aria-label="Next request">
      <header className="pad-x-4 pad-y-2 on-panel line-below small dim">
        <div className="row baseline wrap gap-x-3 nowrap leading-24">
          <h2 className="large head">Next request</h2>
          {view.data && <ContextEvidence view={view.data} settled={!view.isPlaceholderData} />}
          <Button look="quiet" title="Edit this context and send it several times (g i)" onClick={tryIt}>
            What if…
          </Button>
          <button type="button" className="push pressed-ink" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            JSON <Kbd>z</Kbd>
          </button>
        </div>
        {view.data ? <Figures view={view.data} tape={tape} setup={setup} /> : <Bar width="220px" />}
        <PolicyField label="Policy" policy={policy} anchors={anchors} named={named} onChange={setPolicy} />
      </header>
      {raw ? (
        <Body tape={tape} setup={setup} />
      ) : view.isError && isNoAnchor(view.error) ? (
        <NoAnchor error={view.error} />
      ) : view.isError ? (
        <Failure error={view.error} onRetry={() => void view.refetch()} />
      ) : calm === undefined ? (
        <SkeletonRows rows={6} height={50} label="Assembling the next request" />
      ) : (
        <ContextList view={calm} added={NONE} resting={!view.isPlaceholderData} begin={begin} />
      )}
      <Written tape={tape} setup={setup} />
    </section>
  );
}

/** While a run is under way it is no fault that its last calls have no result yet: the sentence is there, and alarms nobody. */
const useCalm = (view: View | undefined, isUnderWay: boolean): View | undefined =>
  useMemo(() => view && (isUnderWay ? { ...view, calm: view.warnings } : view), [view, isUnderWay]);

const useSettled = (tape: string, setup: RunSetup) => {
  const settings = useRunSettings(setup.folder);
  return { model: modelOf(settings, setup), tools: toolsOf(settings, setup), draft: useDraft(tape), system: useSystem(tape) };
};

const Figures = ({ view, tape, setup }: { view: View; tape: string; setup: RunSetup }) => {
  const { model, tools, draft, system } = useSettled(tape, setup);
  const schemas = setup.tools.filter(({ name }) => tools.includes(name)).reduce((sum, { tokens }) => sum + tokens, 0);
  // One that the tape has is among its blocks.
  const added = view.blocks.some(({ kind }) => kind === 'system') ? '' : (system ?? '');
  const tokens = totalOf(view) + promptTokens(draft) + promptTokens(added) + schemas;
  const cost = costWords(usePriceBook(), model, tokens);
  return (
    <p className={styles.figures} title="Estimated: blocks, prompt and tools, without the answer and without what a cache may save.">
      <b>~{formatNumber(tokens)}</b> tokens
      {cost !== null && (
        <>
          {' · '}
          <b>{cost}</b>
        </>
      )}{' '}
      · estimated, without its answer
    </p>
  );
};

/** What the request has besides the blocks of the tape. */
const Written = ({ tape, setup }: { tape: string; setup: RunSetup }) => {
  const { tools, draft, system } = useSettled(tape, setup);
  const prompt = draft.trim();
  return (
    <footer className={`${styles.written} grid on-panel small leading-18 dim columns-end gap-y-1 gap-x-3 pad-y-2 pad-x-4`}>
      <p className="cut" data-empty={prompt === ''}>
        <span className="swatch">prompt</span> {prompt === '' ? 'what you write' : prompt}
      </p>
      <span>{prompt !== '' && `~${count(promptTokens(draft), 'token')}`}</span>
      {system !== null && (
        <>
          <p className="cut">
            <span className="swatch">system</span> {system}
          </p>
          <span>~{count(promptTokens(system), 'token')}</span>
        </>
      )}
      <p className="cut">{tools.length === 0 ? 'No tools are offered to the model.' : `${toolsWords(tools)}: ${tools.join(', ')}`}</p>
    </footer>
  );
};

const RESTS_MS = 300;

/** The body as it will be sent, for who wants to see every byte. */
const Body = ({ tape, setup }: { tape: string; setup: RunSetup }) => {
  const policy = useStore((state) => state.policy);
  const { model, tools, draft, system } = useSettled(tape, setup);
  const prompt = useRested(draft, RESTS_MS).trim() || '…';
  const preview = useRunPreview(model === '' ? null : { tape, prompt, model, policy, tools, system });
  if (preview.isError) return <Failure error={preview.error} />;
  if (preview.data === undefined)
    return model === '' ? (
      <p className="pad-4 dim">Name a model to see the request.</p>
    ) : (
      <SkeletonRows rows={9} height={20} label="Building the request" />
    );
  const { url, body } = preview.data;
  return (
    <Scroller className="shrink-y scroll" aria-label="Body of the request">
      <pre className="pre-wrap break-anywhere pad-y-2 pad-x-4">{`POST ${url}\n\n${JSON.stringify(body, null, 2)}`}</pre>
    </Scroller>
  );
};
