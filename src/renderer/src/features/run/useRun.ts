import { useEffect, useState } from 'react';
import type { TapeRow } from '../../../../shared/model/index.ts';
import type { Run } from '../../../../shared/model/run.ts';
import { useRunSetup } from '../../data/runHooks.ts';
import { READ_ONLY } from '../native/actions.ts';
import { useNative, useOpenRow } from '../native/useNative.ts';

/** Why nothing can be sent from a tape: one sentence; null where it can, and undefined until that is known. */
function whyNoRun(tape: TapeRow | null, offered: string | null | undefined, readOnly: boolean): string | null | undefined {
  if (tape === null) return undefined;
  if (readOnly) return READ_ONLY;
  if (tape.native !== null) return offered;
  return 'This tape is an agent’s log, which Tapescope never changes. Continue it in a new tape to send from here.';
}

/** The open tape as far as it decides whether a prompt can be sent. */
export function useWhyNoRun(): string | null | undefined {
  const { tape, offers, readOnly } = useNative();
  return whyNoRun(tape, offers['native.note'], readOnly);
}

/** The run under way on the open tape, or its last one; null for none. */
export function useRun(): Run | null {
  const tape = useOpenRow();
  return useRunSetup(tape?.native ? tape.id : null).data?.run ?? null;
}

const SECOND = 1000;

/** The time, each second while `running`; epoch ms. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
