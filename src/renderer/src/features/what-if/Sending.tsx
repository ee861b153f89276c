import { useState } from 'react';
import { useMoney } from '../../data/appHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { ModelField } from '../run/ModelField.tsx';
import { useWhatIfState } from './state.ts';
import { knownSystem, type Trial, type useSending } from './useTrial.ts';
import { settle } from './variation.ts';
import styles from './WhatIfPanel.module.css';

interface Props {
  trial: Trial;
  sending: ReturnType<typeof useSending>;
}

/** Who is asked, how often, how far that may go, and what it will cost. */
export function Sending({ trial, sending }: Props) {
  const { bench, plan, setup, tape, spot, edited } = trial;
  const { why, can, send, ablate, replay, stop } = sending;
  const { type, edit } = useWhatIfState.getState();
  const typed = useWhatIfState((state) => state.typed);
  const [open, setOpen] = useState(edited.system !== null);
  const covered = useStore((state) => state.overlay !== null);
  useKeys({
    // Under a dialog these keys are its own.
    ...(!covered && { 'what-if.send': send, 'what-if.ablate': ablate }),
    ...(!covered && spot !== 'next' && { 'what-if.replay': replay }),
    ...(bench.busy && { 'what-if.stop': stop }),
  });
  return (
    <header className="stack rigid pad-x-4 pad-y-2 on-panel line-below dim gap-2">
      <div className="row wrap middle gap-2 high-24">
        <ModelField
          className={styles.model ?? ''}
          model={edited.model}
          models={setup?.models ?? []}
          onChange={(model) => edit(tape.id, { model })}
        />
        <TextField
          aria-label="Temperature"
          className={styles.small ?? ''}
          placeholder="temperature"
          title="From 0 to 2; leave empty to use the request’s, or else the provider’s default"
          maxLength={6}
          size={9}
          value={typed.temperature}
          onChange={({ target }) => type({ temperature: target.value })}
        />
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {edited.system === null ? 'System prompt' : 'System prompt, edited'}
        </Button>
      </div>
      {open && <SystemPrompt trial={trial} />}
      <div className="row wrap middle gap-2 high-24">
        <p className={`${styles.bounds} row middle wrap gap-y-1 gap-x-2`}>
          <TextField aria-label="Answers" size={2} maxLength={2} value={typed.n} onChange={({ target }) => type({ n: target.value })} />
          answers,
          <TextField
            aria-label="Budget"
            size={7}
            maxLength={20}
            placeholder="no budget"
            title="Tokens such as 50000 or 50k, or money such as $2; leave empty for no budget"
            value={typed.budget}
            onChange={({ target }) => type({ budget: target.value })}
          />
        </p>
        <Button look="strong" className="inline-row middle push gap-2" aria-disabled={!can} onClick={send}>
          Send <KeyCaps id="what-if.send" />
        </Button>
      </div>
      <div className="row wrap middle gap-2 high-24">
        <p className={`${styles.bounds} row middle wrap gap-y-1 gap-x-2`}>
          without each of the
          <TextField
            aria-label="Blocks"
            size={3}
            maxLength={3}
            value={typed.blocks}
            onChange={({ target }) => type({ blocks: target.value })}
          />
          largest blocks
        </p>
        <Button className="inline-row middle push gap-2" aria-disabled={!can} onClick={ablate}>
          Ablate <KeyCaps id="what-if.ablate" />
        </Button>
      </div>
      {spot !== 'next' && (
        <div className="row wrap middle gap-2 high-24">
          <p className={`${styles.bounds} row middle wrap gap-y-1 gap-x-2`}>
            recorded results, at most
            <TextField
              aria-label="Requests at most"
              size={4}
              maxLength={4}
              value={typed.steps}
              onChange={({ target }) => type({ steps: target.value })}
            />
            requests
          </p>
          <Button className="inline-row middle push gap-2" aria-disabled={!can} onClick={replay}>
            Replay <KeyCaps id="what-if.replay" />
          </Button>
        </div>
      )}
      {bench.busy ? (
        <Progress sending={sending} />
      ) : (
        <p className={`${styles.note} row middle gap-2 pretty high-18`} data-problem={why !== null} role="status">
          {why ?? (plan.data && <Price trial={trial} />)}
        </p>
      )}
    </header>
  );
}

/** What will be spent: said before anything is sent. */
const Price = ({ trial: { plan, then } }: { trial: Trial }) => {
  const money = useMoney();
  const bounds = settle(useWhatIfState((state) => state.typed));
  const each = plan.data?.cost.edited ?? null;
  if ('why' in bounds || !money) return null;
  if (each === null) return 'No price is known for this model.';
  const blocks = Math.min(bounds.blocks, then.data?.blocks.length ?? 0);
  return `${count(bounds.n, 'answer')}: about ${dollarsOf(each * bounds.n)} to send. Ablation, ${formatNumber((blocks + 1) * bounds.n)} at most: about ${dollarsOf(each * bounds.n * (blocks + 1))}. Answers cost extra.`;
};

const Progress = ({ sending: { job, stop } }: Pick<Props, 'sending'>) => (
  <p className={`${styles.note} row middle gap-2 pretty high-18`} role="status">
    {job ? `${job.title}: ${formatNumber(job.done)} of ${formatNumber(job.total)} answers` : 'Preparing the request'}
    <Button className="inline-row middle push gap-2" aria-disabled={job === undefined} onClick={stop}>
      Stop <KeyCaps id="what-if.stop" />
    </Button>
  </p>
);

/** The system prompt that is sent: the known one, until somebody writes another. */
const SystemPrompt = ({ trial }: { trial: Trial }) => {
  const { tape, edited } = trial;
  const { edit } = useWhatIfState.getState();
  return (
    <div className={`${styles.system} pad-top-2`}>
      <TextArea
        aria-label="System prompt"
        rows={5}
        maxLength={1_000_000}
        placeholder="None is in the log, and none is sent."
        value={edited.system ?? knownSystem(trial)}
        onChange={({ target }) => edit(tape.id, { system: target.value })}
      />
      {edited.system !== null && (
        <Button look="quiet" onClick={() => edit(tape.id, { system: null })}>
          send the known one
        </Button>
      )}
    </div>
  );
};
