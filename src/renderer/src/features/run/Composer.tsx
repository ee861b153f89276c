import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { RUN_BOUNDS, type Run, type RunSetup } from '../../../../shared/model/run.ts';
import { useStartRun, useStopRun } from '../../data/runHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Composer.module.css';
import { ModelField } from './ModelField.tsx';
import { usedWords } from './run-text.ts';
import { settle, shownBounds, toolsOf, toolsWords } from './settings.ts';
import { systemIn, useDraft, useRunSettings, useRunState, useSystem } from './state.ts';
import { ToolList } from './ToolList.tsx';
import { useNow, useWhyNoRun } from './useRun.ts';

/** Where a prompt is written, with what it is sent to and how far the run may go. */
export function Composer({ tape, setup }: { tape: string; setup: RunSetup }) {
  const why = useWhyNoRun();
  if (why === undefined) return <div className="stack rigid gap-2 on-panel small pad-y-3 pad-x-4 line-above-strong" />;
  if (why !== null)
    return (
      <div className="stack rigid gap-2 on-panel small pad-y-3 pad-x-4 line-above-strong">
        <p className="dim">{why}</p>
      </div>
    );
  return <Open tape={tape} setup={setup} />;
}

const Open = ({ tape, setup }: { tape: string; setup: RunSetup }) => {
  const settings = useRunSettings(setup.folder);
  const draft = useDraft(tape);
  const { write } = useRunState.getState();
  const { send, stop, problem } = useSending(tape, setup);
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<'tools' | 'system' | null>(null);
  const toggle = (one: 'tools' | 'system') => setShown(running || shown === one ? null : one);
  const system = useSystem(tape);
  const { run } = setup;
  const running = run?.running === true;
  // A run keeps what it began with, its question needs the room, and what comes of it is read afterwards.
  if (running && shown !== null) setShown(null);
  const settled = settle(settings, setup);
  const covered = useStore((state) => state.overlay !== null);
  const drawer = useStore((state) => state.drawer !== null);
  useWanted(field);
  useKeys({
    'native.line': () => field.current?.focus(),
    // Under a dialog these keys are its own.
    ...(!covered && { 'run.send': () => send(field.current) }),
    ...(running && !drawer && { 'run.stop': stop }),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (running) stop();
      else event.currentTarget.blur();
    }
    if (event.key === 'ArrowUp' && draft === '' && run !== null) {
      event.preventDefault();
      write(tape, run.prompt);
    }
  };
  const why = problem ?? ('why' in settled && !draft.startsWith(',') ? settled.why : null);
  return (
    <div className="stack rigid gap-2 on-panel small pad-y-3 pad-x-4 line-above-strong">
      <TextArea
        ref={field}
        className={`${styles.field} full-width medium`}
        aria-label="Prompt"
        placeholder="Write a prompt, or a line that starts with a comma for a tape command"
        maxLength={200_000}
        value={draft}
        onChange={(event) => write(tape, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {shown === 'tools' && <ToolList tape={tape} setup={setup} />}
      {shown === 'system' && <SystemField tape={tape} />}
      <div className="row middle wrap gap-2 high-24">
        <Model setup={setup} />
        <Button aria-expanded={shown === 'tools'} onClick={() => toggle('tools')}>
          {toolsWords(toolsOf(settings, setup))}
        </Button>
        <Button aria-expanded={shown === 'system'} onClick={() => toggle('system')}>
          {system === null ? 'System prompt' : 'System prompt, set'}
        </Button>
        <Button
          look="strong"
          className="inline-row middle push gap-2"
          aria-disabled={running || draft.trim() === '' || why !== null}
          onClick={() => send(field.current)}
        >
          Send <KeyCaps id="run.send" />
        </Button>
      </div>
      <div className="row middle wrap gap-2 high-24">
        {running ? <Used run={run} /> : <Bounds setup={setup} />}
        {running && (
          <Button className="inline-row middle push gap-2" onClick={stop}>
            Stop <KeyCaps id="run.stop" />
          </Button>
        )}
      </div>
      {why !== null && (
        <p className={`${styles.problem} warn`} role={problem === null ? 'status' : 'alert'}>
          {why}
        </p>
      )}
    </div>
  );
};

/** A system prompt for the runs on this tape: it is written to the tape where that has another, or none. */
const SystemField = ({ tape }: { tape: string }) => (
  <TextArea
    className={`${styles.field} full-width medium`}
    aria-label="System prompt"
    placeholder="Leave empty to keep the system prompt of the tape"
    rows={3}
    maxLength={200_000}
    value={useRunState((state) => state.systems[tape] ?? '')}
    onChange={(event) => useRunState.getState().setSystem(tape, event.target.value)}
  />
);

/** Takes the keys when somebody asked to write, from wherever that was. */
const useWanted = (field: RefObject<HTMLTextAreaElement | null>): void => {
  const wanted = useRunState((state) => state.wanted);
  useEffect(() => {
    if (!wanted) return;
    field.current?.focus();
    useRunState.getState().want(false);
  }, [field, wanted]);
};

/** Sends the draft, and gives it back where it was not taken. */
const useSending = (tape: string, setup: RunSetup) => {
  const start = useStartRun();
  const ending = useStopRun();
  const { run, folder } = setup;
  const send = (field: HTMLTextAreaElement | null) => {
    const { drafts, systems, settings, write } = useRunState.getState();
    const prompt = (drafts[tape] ?? '').trim();
    const settled = settle(settings[folder] ?? {}, setup);
    if (prompt === '' || run?.running === true || start.isPending) return;
    if ('why' in settled && !prompt.startsWith(',')) return;
    const asked = 'why' in settled ? { model: null, tools: [], bounds: RUN_BOUNDS } : settled;
    write(tape, '');
    // The keys are for what comes: an answer to a call, Escape.
    field?.blur();
    start.mutate(
      { tape, prompt, policy: useStore.getState().policy, system: systemIn(systems[tape]), ...asked },
      {
        onError: () => {
          if ((useRunState.getState().drafts[tape] ?? '') === '') write(tape, prompt);
          field?.focus();
        },
      },
    );
  };
  const stop = () => {
    if (run !== null) ending.mutate(run.id);
  };
  return { send, stop, problem: start.error?.message ?? ending.error?.message ?? null };
};

const Model = ({ setup }: { setup: RunSetup }) => (
  <ModelField
    className={styles.model ?? ''}
    model={useRunSettings(setup.folder).model ?? setup.model ?? ''}
    models={setup.models}
    onChange={(model) => useRunState.getState().set(setup.folder, { model })}
  />
);

/** How far a run may go: each can be changed until it begins. */
const Bounds = ({ setup }: { setup: RunSetup }) => {
  const { steps, budget, minutes } = shownBounds(useRunSettings(setup.folder));
  const set = (change: { steps?: string; budget?: string; minutes?: string }) => useRunState.getState().set(setup.folder, change);
  return (
    <p className={`${styles.bounds} row middle wrap dim gap-y-1 gap-x-2`}>
      at most
      <TextField
        aria-label="Requests at most"
        size={4}
        maxLength={4}
        value={steps}
        onChange={({ target }) => set({ steps: target.value })}
      />
      requests,
      <TextField
        aria-label="Budget"
        size={8}
        maxLength={20}
        placeholder="no budget"
        title="Tokens such as 50000 or 50k, or money such as $2; leave empty for no budget"
        value={budget}
        onChange={({ target }) => set({ budget: target.value })}
      />
      <TextField
        aria-label="Minutes at most"
        size={4}
        maxLength={6}
        value={minutes}
        onChange={({ target }) => set({ minutes: target.value })}
      />
      minutes
    </p>
  );
};

const Used = ({ run }: { run: Run }) => {
  const now = useNow(run.running);
  return (
    <p className={`${styles.bounds} row middle wrap dim gap-y-1 gap-x-2`}>
      {usedWords(run, now).map(({ used, of }) => (
        <span key={of} className="margin-right-2">
          <b>{used}</b> {of}
        </span>
      ))}
    </p>
  );
};
