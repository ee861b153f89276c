import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { defaultHome } from '../../engine/app/settings.ts';
import type { HookInput } from '../../engine/formats/hooking.ts';
import { HOOKED, hookingOf } from '../../engine/formats/hookings.ts';
import { takeEvent } from '../../engine/hooks/take.ts';
import type { Context, Declaration } from '../command.ts';
import { isRecord } from '../record.ts';

export const command: Declaration = {
  flags: [],
  notes: [
    `AGENT is one of ${HOOKED.join(', ')}; EVENT is as the agent calls it. The agent runs this, and gives JSON on stdin; tape hook install sets it up.`,
    'It notes which log the session writes and what the agent does, keeps before a compaction what is in context, as an anchor on a native tape of its own, and says after it what was lost and how to get it back.',
    'It always ends with 0 and never waits: the agent continues whatever happens here.',
  ],
  example: [`tape hook ${HOOKED[0]} SessionStart`, 'what this agent runs when a session starts, with the event on stdin'],
  run,
};

const inputOf = (text: string): HookInput => {
  const input: unknown = JSON.parse(text);
  return isRecord(input) ? (input as HookInput) : {};
};

/** Looks at the context in a process of its own, since the agent waits for this one. `bytes`: so much of the log was there by then. */
const watch = (agent: string, session: string, transcript: string): void => {
  const { size } = statSync(transcript);
  const words = ['__watch', agent, session, String(size)];
  spawn(process.execPath, [process.argv[1] ?? '', ...words], { detached: true, stdio: 'ignore' }).unref();
};

async function run({ given }: Context): Promise<undefined> {
  const [agent = '', event = ''] = given.operands;
  const hooking = hookingOf(agent);
  if (hooking === null) return undefined;
  const input = inputOf(readFileSync(0, 'utf8'));
  const taken = takeEvent({ home: defaultHome(), agent, hooking, event, input, pid: process.ppid, now: Date.now() });
  if (taken.print !== null) process.stdout.write(`${JSON.stringify(taken.print)}\n`);
  if (taken.watch?.transcript) watch(agent, taken.watch.session, taken.watch.transcript);
  return undefined;
}
