import type { Abilities } from '../../../shared/model/index.ts';
import { DEEDS, type Deed } from '../../../shared/model/vocabulary.ts';
import type { About } from './about.ts';
import { about as amp } from './amp/about.ts';
import { about as atif } from './atif/about.ts';
import { about as bub } from './bub/about.ts';
import { about as chatlist } from './chatlist/about.ts';
import { about as claudeCode } from './claude-code/about.ts';
import { about as cline } from './cline/about.ts';
import { about as codex } from './codex/about.ts';
import { about as copilot } from './copilot/about.ts';
import { about as entire } from './entire/about.ts';
import { about as gemini } from './gemini/about.ts';
import { about as goose } from './goose/about.ts';
import { about as inspect } from './inspectai/about.ts';
import { about as kimi } from './kimi/about.ts';
import { about as langGraph } from './langgraph/about.ts';
import { about as mapped } from './mapped/about.ts';
import { about as native } from './native/about.ts';
import { about as ohMyPi } from './oh-my-pi/about.ts';
import { about as openClaw } from './openclaw/about.ts';
import { about as openCode } from './opencode/about.ts';
import { about as openHands } from './openhands/about.ts';
import { about as otel } from './otel/about.ts';
import { about as pi } from './pi/about.ts';
import { about as qwen } from './qwen/about.ts';
import { about as roo } from './roo/about.ts';
import { about as sweAgent } from './swe-agent/about.ts';
import { about as tapeAgents } from './tapeagents/about.ts';
import { about as wirelog } from './wirelog/about.ts';

/** What is known of each format, without what reads it. To add one: a row here and in `index.ts`. */
export const abouts: readonly About[] = [
  claudeCode,
  bub,
  pi,
  openClaw,
  ohMyPi,
  codex,
  gemini,
  qwen,
  copilot,
  kimi,
  chatlist,
  entire,
  otel,
  wirelog,
  openCode,
  amp,
  cline,
  roo,
  goose,
  openHands,
  langGraph,
  inspect,
  atif,
  sweAgent,
  tapeAgents,
  mapped,
  native,
];

/** The id of the format that tapes of captured requests have. */
export const CAPTURED = 'wirelog';

const aboutOf = (id: string): About | null => abouts.find((about) => about.id === id) ?? null;

/** Whether Tapescope writes tapes of a format itself. */
export function isOwn(id: string): boolean {
  return aboutOf(id)?.own === true;
}

/** What people call the program behind a format. */
export function nameOf(id: string): string {
  return aboutOf(id)?.name ?? id;
}

/** What can be done, by the reasons why something cannot. */
export function abilities(cannot: Abilities['cannot']): Abilities {
  return {
    can: Object.fromEntries(DEEDS.map((deed) => [deed, cannot[deed] === undefined])) as Abilities['can'],
    cannot,
  };
}

/** What can be done with tapes of a format, and why not what cannot. */
export function abilitiesOf(id: string): Abilities {
  return abilities(aboutOf(id)?.cannot ?? {});
}

/** Why something cannot be done with tapes of a format, in one sentence; null where it can. */
export function refusal(id: string, deed: Deed): string | null {
  return aboutOf(id)?.cannot[deed] ?? null;
}

/** Files of a project that agents read by themselves. */
export function instructionFiles(): string[] {
  return [...new Set(abouts.flatMap(({ instructions = [] }) => instructions))];
}
