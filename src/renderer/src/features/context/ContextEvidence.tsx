import type { Evidence, View } from '../../../../shared/model/index.ts';
import { useProofOf } from '../../data/requestHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useRested } from '../../ui/useRested.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import { RULES } from '../request/rules.ts';

/** Milliseconds on a step before its request is looked for: whoever moves along the timeline asks for none. */
const REST = 200;

type Shown = Pick<View, 'tape' | 'step' | 'policy' | 'evidence'>;

/** The step whose request may be held against the view; null for what was not sent, and while the playhead moves. */
const useComparable = ({ step, policy }: Shown, settled: boolean): number | null => {
  const sent = settled && policy === 'as-recorded' ? step : null;
  return useRested(sent, REST) === sent ? sent : null;
};

/** How the context is known: what the view says itself, and once its request was found, whether it is what was sent. */
export function ContextEvidence({ view, settled }: { view: Shown; settled: boolean }) {
  const step = useComparable(view, settled);
  const proof = useProofOf(view.tape, step);
  const { state, rule } = proof && step === view.step ? provenOf(view.evidence, proof.state) : view.evidence;
  return <EvidenceMark state={state} rule={rule} {...(view.step !== null && { onward: TO_REQUEST })} />;
}

/** A comparison says more than the view; where there was none, the view's own rule says more. */
const provenOf = (known: Evidence, state: keyof typeof RULES) =>
  state === 'verified' || state === 'differs' ? { state, rule: RULES[state] } : known;

const TO_REQUEST = (
  <Button look="quiet" onClick={() => runCommand('panel.request')}>
    Show the request <Kbd>3</Kbd>
  </Button>
);
