import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeSync } from 'node:fs';
import { defaultHome } from '../engine/app/home.ts';
import type { HookInput } from '../engine/formats/hooking.ts';
import { hookingOf } from '../engine/formats/hookings.ts';
import { takeEvent } from '../engine/hooks/take.ts';

const inputOf = (text: string): HookInput => {
  const input: unknown = JSON.parse(text);
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as HookInput) : {};
};

/** Looks at the context in a process of its own, since the agent waits for this one. `bytes`: so much of the log was there by then. */
const watch = (agent: string, session: string, transcript: string): void => {
  const { size } = statSync(transcript);
  const words = ['__watch', agent, session, String(size)];
  spawn(process.execPath, [process.argv[1] ?? '', ...words], { detached: true, stdio: 'ignore' }).unref();
};

/**
 * Takes the event of a hook on stdin, and prints what it says to the agent. The agent waits for this, so it loads little. Throws whatever is wrong, which
 * the caller keeps from the agent.
 */
export function answerHook(agent: string, event: string): void {
  const hooking = hookingOf(agent);
  if (hooking === null) return;
  const input = inputOf(readFileSync(0, 'utf8'));
  const taken = takeEvent({ home: defaultHome(), agent, hooking, event, input, pid: process.ppid, now: Date.now() });
  if (taken.print !== null) writeSync(1, `${JSON.stringify(taken.print)}\n`);
  if (taken.watch?.transcript) watch(agent, taken.watch.session, taken.watch.transcript);
}
