import { useState } from 'react';
import { useView } from '../../data/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { formatNumber } from '../../ui/format.ts';
import styles from './Request.module.css';

const COMMAND = 'tape record -- ';

/** That nobody captured a request, what is missing of it, and how to have the next one. */
export function NotCaptured({ tape, step }: { tape: string; step: number }) {
  const [shown, setShown] = useState(false);
  const base = useView(tape, step, 'as-recorded').data?.tokens.base ?? null;
  return (
    <section className={styles.missing} aria-label="What is not known">
      <p>
        Nobody captured this request. Its messages are derived from the log; system prompt, tools and parameters are not in it
        {base !== null && base > 0 && `, which together weigh about ${formatNumber(base)} tokens`}.
      </p>
      <Button onClick={() => setShown(!shown)}>Capture next time</Button>
      {shown && (
        <p>
          Start the agent with <code>{COMMAND}AGENT</code> <Copy text={COMMAND} /> in a terminal: its requests are then kept next to its
          log, on this machine only, and this view shows them. Captures that you have already are read by <code>tape import FOLDER</code>.
        </p>
      )}
    </section>
  );
}
