import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePath } from '../disk/make-path.ts';
import type { JsonObject } from '../formats/format.ts';
import { linkFolder } from './links.ts';

/** What hooks of a session leave for later ones, in the folder of its link. */

export interface Where {
  home: string;
  agent: string;
  session: string;
}

const INSTRUCTIONS = 'instructions.jsonl';

const file = ({ home, agent, session }: Where): string => join(linkFolder(home, agent, session), INSTRUCTIONS);

/** Keeps why an instruction file was loaded, as the agent says it. */
export function keepInstruction(where: Where, said: object): void {
  makePath(linkFolder(where.home, where.agent, where.session));
  appendFileSync(file(where), `${JSON.stringify(said)}\n`);
}

/** What was kept of instruction files, in the order of loading. A line that is torn is left out, and so is one that a crash kept twice. */
export function readInstructions(where: Where): JsonObject[] {
  let text: string;
  try {
    text = readFileSync(file(where), 'utf8');
  } catch {
    return [];
  }
  const said = [...new Set(text.split('\n'))].flatMap((line) => {
    try {
      return [JSON.parse(line) as JsonObject];
    } catch {
      return [];
    }
  });
  // When hooks run at once, a later one may be handled first.
  return said.sort((a, b) => Number(a.at) - Number(b.at));
}
