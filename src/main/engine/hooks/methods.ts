import { statSync } from 'node:fs';
import type { InstructionLoad, LiveAgent } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { realPath } from '../disk/disk.ts';
import type { Engine } from '../engine.ts';
import { hookingOf } from '../formats/hookings.ts';
import { readLinks } from './links.ts';
import { readInstructions } from './notes.ts';
import { takeSpool } from './spool.ts';

/** A session whose hooks and log are silent for so long was ended without a word. */
const SILENT_MS = 12 * 3_600_000;

const writtenAt = (file: string | null): number => (file === null ? 0 : (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));

const liveIn = (home: string, now: number): LiveAgent[] =>
  readLinks(home).flatMap(({ agent, session, transcript, folder, state, at }) => {
    const file = transcript === null ? null : realPath(transcript);
    if (state === 'ended' || now - Math.max(at, writtenAt(file)) > SILENT_MS) return [];
    return [{ agent, session, file, folder, state, at }];
  });

/** Calls about what hooks of agents told. */
export function agentMethods({ options: { home }, catalog }: Engine): Pick<Handlers, 'agents.live' | 'agents.instructions'> {
  return {
    'agents.live': () => {
      takeSpool(home);
      return { items: liveIn(home, Date.now()) };
    },
    'agents.instructions': ({ tape }) => {
      takeSpool(home);
      const { format: agent, session } = catalog.tape(tape);
      const said = session === null ? [] : readInstructions({ home, agent, session });
      const items = said.map((one) => hookingOf(agent)?.instruction?.(one) ?? null);
      return { items: items.filter((one): one is InstructionLoad => one !== null) };
    },
  };
}
