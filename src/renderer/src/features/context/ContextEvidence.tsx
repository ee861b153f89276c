import type { View } from '../../../../shared/model/index.ts';
import { useProvenState } from '../../data/useProvenState.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { RULES } from '../request/rules.ts';

type Shown = Pick<View, 'tape' | 'step' | 'policy' | 'evidence'>;

/** How the context is known: what the view says itself, and once its request was found, whether it is what was sent. */
export function ContextEvidence({ view, settled }: { view: Shown; settled: boolean }) {
  const proof = useProvenState(view.tape, view.step, view.policy, settled);
  // A comparison says more than the view; where there was none, the view's own rule says more.
  const { state, rule } = proof === null ? view.evidence : { state: proof, rule: RULES[proof] };
  return <EvidenceMark state={state} rule={rule} {...(view.step !== null && { onward: TO_REQUEST })} />;
}

const TO_REQUEST = (
  <Button look="quiet" onClick={() => runCommand('panel.request')}>
    Show the request <Kbd>3</Kbd>
  </Button>
);
