import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import type { TapeRow } from '../../../../shared/model/index.ts';
import type { Output } from '../../../../shared/rpc/contract.ts';
import { useClient } from '../../data/client.tsx';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { tapeName } from './actions.ts';
import styles from './CommandLine.module.css';
import { completed, completionsOf, historyAfter, historyOf, type TapeCommand } from './line.ts';
import { SaidLines } from './SaidLines.tsx';
import { type Said, useNativeState } from './state.ts';

const NOTHING: readonly Said[] = [];

type Ran = Output<'native.command'>;

/** Sends lines to the tape, one after the other in the order they were entered, and keeps what they were answered with. */
const useLine = (tape: string, ask: (line: string) => Promise<Ran>) => {
  const said = useNativeState((state) => state.said[tape] ?? NOTHING);
  const { say, answer } = useNativeState.getState();
  const before = useRef<Promise<void>>(Promise.resolve());
  const run = async (id: number, line: string) => {
    try {
      const done = await ask(line);
      answer(tape, id, done);
      // What was written is shown where entries are shown, and the keys stay here.
      const last = done.did === 'appended' ? done.ids.at(-1) : undefined;
      if (last !== undefined && useStore.getState().tape === tape) useStore.getState().select(last);
    } catch (thrown) {
      answer(tape, id, { did: 'failed', lines: [thrown instanceof Error ? thrown.message : String(thrown)], ids: [] });
    }
  };
  const send = (line: string) => {
    const id = say(tape, line);
    before.current = before.current.then(() => run(id, line));
  };
  return { said, send };
};

const Completions = (props: { id: string; commands: readonly TapeCommand[]; at: number; onTake: (command: TapeCommand) => void }) => (
  <div
    className={`${styles.completions} absolute pad-y-1 on-panel left-0 right-0 line-above-strong`}
    role="listbox"
    id={props.id}
    aria-label="Tape commands"
  >
    {props.commands.map((command, index) => (
      <div
        key={command.name}
        id={`${props.id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === props.at}
        className={`${styles.completion} grid gap-4 dim cursor-default pad-y-tight pad-x-4`}
        onMouseDown={(event: MouseEvent) => {
          event.preventDefault();
          props.onTake(command);
        }}
      >
        <code className="ink">
          ,{command.name} <i className="faint">{command.takes}</i>
        </code>
        <span>{command.what}</span>
      </div>
    ))}
  </div>
);

/** One line at the foot of a native tape: a comma begins a tape command, anything else is appended as a message. Other tapes take commands that read. */
export function CommandLine({ tape }: { tape: TapeRow }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const { mutateAsync } = useNativeCall('native.command');
  const client = useClient();
  const writes = tape.native !== null;
  const { said, send } = useLine(tape.id, (line) =>
    writes ? mutateAsync({ tape: tape.id, line }) : client.call('tapes.command', { tape: tape.id, line }),
  );
  const [text, setText] = useState('');
  const [past, setPast] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState(false);
  const [offered, setOffered] = useState(true);
  const history = historyOf(said.map(({ line }) => line));
  const commands = shown && offered ? completionsOf(text, writes) : [];
  const chosen = commands[Math.min(at, commands.length - 1)];

  const change = (next: string, from: number | null = null) => {
    setText(next);
    setPast(from);
    setAt(0);
    setOffered(from === null);
  };
  useKeys({
    // The key is the comma that a command begins with: without it a command would be kept for ever as a message.
    'native.line': () => {
      if (text === '') change(',');
      field.current?.focus();
    },
  });
  const enter = () => {
    // A blank in front is meant: it makes a message of a line that begins with a comma.
    const line = text.trimEnd();
    if (line.trim() === '' || line === ',') return;
    send(line);
    change('');
    setShown(true);
  };
  const recall = (by: -1 | 1) => {
    const next = historyAfter(history.length, past, by);
    change(next === null ? '' : (history[next] ?? ''), next);
  };
  const leave = () => {
    if (commands.length > 0) {
      setOffered(false);
      return;
    }
    if (text === ',') setText('');
    setShown(false);
    field.current?.blur();
  };
  const take = (command: TapeCommand) => {
    change(completed(command));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const choosing = commands.length > 0;
    if (event.key === 'Enter') enter();
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Tab' && !event.shiftKey && choosing && chosen) take(chosen);
    else if (event.key === 'ArrowDown' && choosing) setAt(Math.min(commands.length - 1, at + 1));
    else if (event.key === 'ArrowUp' && choosing) setAt(Math.max(0, at - 1));
    else if (event.key === 'ArrowUp') recall(-1);
    else if (event.key === 'ArrowDown') recall(1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="row middle grow shrink-x gap-2">
      {shown && said.length > 0 && <SaidLines said={said} onHide={() => setShown(false)} />}
      {commands.length > 0 && <Completions id={list} commands={commands} at={commands.indexOf(chosen as TapeCommand)} onTake={take} />}
      <input
        ref={field}
        className={`${styles.input} grow shrink-x code no-outline`}
        value={text}
        onChange={(event) => change(event.target.value.replace(/^,,/, ','))}
        onFocus={() => {
          setShown(true);
          setOffered(true);
        }}
        onBlur={() => setOffered(false)}
        onKeyDown={onKeyDown}
        placeholder={
          tape.native === null ? 'Tape command that reads: ,help' : `Message to ${tapeName(tape.native)}, or a tape command: ,help`
        }
        aria-label={writes ? 'Message or tape command' : 'Tape command'}
        role="combobox"
        aria-expanded={commands.length > 0}
        aria-autocomplete="list"
        {...(commands.length > 0 && {
          'aria-controls': list,
          'aria-activedescendant': `${list}-${commands.indexOf(chosen as TapeCommand)}`,
        })}
        spellCheck={false}
        autoComplete="off"
      />
      <span className={styles.key} aria-hidden="true">
        <Kbd>,</Kbd>
      </span>
    </div>
  );
}
