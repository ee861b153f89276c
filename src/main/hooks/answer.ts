import { spawn } from 'node:child_process';
import { fstatSync, statSync, writeSync } from 'node:fs';
import { defaultHome } from '../engine/app/home.ts';
import type { HookSession } from '../engine/formats/hooking.ts';
import { hookingOf } from '../engine/formats/hookings.ts';
import { inputOf, LONGEST, makeSpool, readUpTo, takeSpool } from '../engine/hooks/spool.ts';
import { compacting, type Event, takeEvent } from '../engine/hooks/take.ts';

/** Looks at the context in a process of its own, since the agent waits for this one. `bytes`: how much of the log there is by now. */
const watch = ({ agent, now }: Event, { session, transcript }: HookSession): void => {
  if (transcript === null) return;
  const { size } = statSync(transcript);
  const words = ['__watch', agent, session, String(size), String(Math.floor(now))];
  spawn(process.execPath, [process.argv[1] ?? '', ...words], { detached: true, stdio: 'ignore' }).unref();
};

const eventOf = (agent: string, event: string, now: number): Event | null => {
  const hooking = hookingOf(agent);
  if (hooking === null) return null;
  return { home: defaultHome(), agent, hooking, event, input: inputOf(readUpTo(0, LONGEST)), pid: process.ppid, now };
};

/**
 * Takes the event of a hook on stdin, and prints what it says to the agent. The agent waits for this, so it loads little. Throws whatever is wrong, which
 * the caller keeps from the agent.
 */
export function answerHook(agent: string, event: string): void {
  const taken = eventOf(agent, event, Date.now());
  if (taken === null) return;
  makeSpool(taken.home);
  takeSpool(taken.home);
  const { print, watch: session } = takeEvent(taken);
  if (print !== null) writeSync(1, `${print}\n`);
  if (session !== null) watch(taken, session);
}

/** What the hook in the shell leaves to a process that no agent waits for: taking what it left, and looking at the context before a compaction. */
export function followHook(agent: string, event: string): void {
  takeSpool(defaultHome());
  // The file was written when the agent said so.
  const taken = eventOf(agent, event, fstatSync(0).mtimeMs);
  const session = taken && compacting(taken);
  if (session) watch(taken, session);
}
