import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../formats/format.ts';
import { linkFolder } from './links.ts';

/** What hooks of a session leave for later ones, in the folder of its link. */

export interface Where {
  home: string;
  agent: string;
  session: string;
}

/** What was in context when a compaction was about to begin. */
export interface Before {
  at: number;
  tape: string;
  /** The last entry of the log by then. */
  entry: number;
  entries: number;
  tokens: number | null;
  /** What the user had said, the newest last, each with how it begins. */
  said: { entry: number; begins: string }[];
  /** Files that calls in context are about. */
  files: string[];
}

const file = ({ home, agent, session }: Where, name: string): string => join(linkFolder(home, agent, session), name);

const write = (where: Where, name: string, value: unknown): void => {
  const path = file(where, name);
  mkdirSync(linkFolder(where.home, where.agent, where.session), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(value));
  renameSync(`${path}.${process.pid}`, path);
};

const read = (where: Where, name: string): unknown => {
  try {
    return JSON.parse(readFileSync(file(where, name), 'utf8'));
  } catch {
    return null;
  }
};

const BEFORE = 'before.json';
const REPORT = 'report.json';
const INSTRUCTIONS = 'instructions.jsonl';

export function keepBefore(where: Where, before: Before): void {
  write(where, BEFORE, before);
}

/** Null where none was kept. Written by us alone, so that its shape is taken as it is. */
export function readBefore(where: Where): Before | null {
  return read(where, BEFORE) as Before | null;
}

/** Keeps a text for the next hook that may say something. */
export function keepReport(where: Where, text: string): void {
  write(where, REPORT, { text });
}

/** The text that is waiting, which is then said and waits no more; null for none. */
export function takeReport(where: Where): string | null {
  const found = read(where, REPORT) as { text: string } | null;
  if (found === null) return null;
  renameSync(file(where, REPORT), file(where, 'told.json'));
  return found.text;
}

/** Keeps why an instruction file was loaded, as the agent says it. */
export function keepInstruction(where: Where, said: object): void {
  mkdirSync(linkFolder(where.home, where.agent, where.session), { recursive: true });
  appendFileSync(file(where, INSTRUCTIONS), `${JSON.stringify(said)}\n`);
}

/** What was kept of instruction files, in the order of loading. A line that is torn is left out. */
export function readInstructions(where: Where): JsonObject[] {
  let text: string;
  try {
    text = readFileSync(file(where, INSTRUCTIONS), 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JsonObject];
    } catch {
      return [];
    }
  });
}
