import { useState } from 'react';
import type { CapturedBase, View } from '../../../../shared/model/index.ts';
import { useStep, useView } from '../../data/hooks.ts';
import { useBaseLike } from '../../data/requestHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { lackingWords, shortWords } from '../context/figures.ts';
import styles from './Request.module.css';

const COMMAND = 'tape record -- ';

/** "System prompt of 3 blocks (12,400 characters), 31 tools (74,000)". */
function baseWords({ system, tools }: Pick<CapturedBase, 'system' | 'tools'>): string {
  const chars = tools.reduce((sum, tool) => sum + tool.chars, 0);
  const prompt =
    system.blocks === 0 ? 'no system prompt' : `system prompt of ${count(system.chars, 'character')} in ${count(system.blocks, 'block')}`;
  return `${prompt}, ${tools.length === 0 ? 'no tools' : `${count(tools.length, 'tool')} of ${count(chars, 'character')}`}`;
}

/** What requests of the same agent, version and project begin with, as one of another session was captured: named after it, and not claimed of this one. */
const BaseLike = ({ tape, step }: { tape: string; step: number }) => {
  const base = useBaseLike(tape, step);
  const openTape = useStore((state) => state.openTape);
  if (!base) return null;
  return (
    <p className="measure margin-bottom-2">
      As captured in{' '}
      <Button look="quiet" onClick={() => openTape(base.tape, { step: base.step, panel: 'request' })}>
        {base.tape !== tape && `${base.title}, `}step {formatNumber(base.step)}
      </Button>{' '}
      (
      {base.tape === tape
        ? 'this session'
        : `same agent and project, ${base.version === null ? 'version not recorded' : `version ${base.version}`}`}
      ): {baseWords(base)}. This request probably began like that; it was not captured.
    </p>
  );
};

/** What only the request has: parameters, and what the log of this agent leaves out. */
export function missingIn(view: Pick<View, 'lacking'>): string {
  if (view.lacking.length === 0) return 'system prompt, tools and parameters';
  return `${shortWords(lackingWords(view))}${view.lacking.length > 1 ? ',' : ''} and parameters`;
}

/** That nobody captured a request, what is missing of it, and how to have the next one. */
export function NotCaptured({ tape, step }: { tape: string; step: number }) {
  const [shown, setShown] = useState(false);
  const view = useView(tape, step, 'as-recorded').data;
  const base = view?.tokens.base ?? null;
  if (useStep(tape, step)?.synthetic === true)
    return (
      <p className="pad-x-4 pad-y-3 line-below small">
        No request was made at this step: the agent wrote the answer itself. A request would have had these messages.
      </p>
    );
  return (
    <section className={`${styles.missing} pad-x-4 pad-y-3 line-below small`} aria-label="What is not known">
      <p className="measure margin-bottom-2">
        Nobody captured this request. Its messages are derived from the log.{view && ` Not in the log: ${missingIn(view)}`}
        {view && base !== null && base > 0 && ` (about ${formatNumber(base)} tokens together)`}
        {view && '.'}
      </p>
      <BaseLike tape={tape} step={step} />
      <Button onClick={() => setShown(!shown)}>Capture next time</Button>
      {shown && (
        <p className="measure margin-bottom-2">
          Start the agent with <code>{COMMAND}AGENT</code> <Copy text={COMMAND} /> in a terminal: its requests are then kept next to its
          log, on this machine only, and this view shows them. Captures that you have already are read by <code>tape import FOLDER</code>.
        </p>
      )}
    </section>
  );
}
