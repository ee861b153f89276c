import { isAgentTape } from '../../../shared/library/names.ts';
import type { CapturedBase, StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { bodyOf, sentBlocks } from '../formats/captured/request.ts';
import { writerAt, writersOf } from '../formats/context/writers.ts';
import { asString, stringify } from '../formats/json.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { Rim } from '../views/rim.ts';
import { exchangeAt } from './at-hand.ts';
import { type Join, joinsOf } from './joins.ts';

/** What requests of a tape begin with and nobody captured, named after a captured request of another session. */

/** Sessions, and steps of each, that are looked into, the nearest first. */
const NEAREST = 5;

/** Sessions of the same agent and project of which something was captured. A sub-agent begins differently, so it is named after none. */
const alike = (catalog: Catalog, tape: TapeRow): TapeRow[] => {
  const sessions = new Set(catalog.list({ format: CAPTURED }).items.flatMap(({ session }) => session ?? []));
  if (sessions.size === 0 || isAgentTape(tape)) return [];
  const away = ({ started }: TapeRow): number => Math.abs((started ?? 0) - (tape.started ?? 0));
  return catalog
    .list({ format: tape.format, project: tape.project })
    .items.filter(({ id, session, relation }) => id !== tape.id && session !== null && sessions.has(session) && relation !== 'sub-agent')
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, NEAREST);
};

const charsOf = (block: Block): number =>
  (block.block === 'tool' ? stringify(block.definition ?? null) : (asString(block.text) ?? '')).length;

const baseIn = async (rim: Rim, join: Join): Promise<Pick<CapturedBase, 'by' | 'system' | 'tools'> | null> => {
  const exchange = await exchangeAt(rim, rim.catalog.tape(join.tape), join.step);
  const body = exchange === null ? null : bodyOf(exchange);
  if (exchange === null || body === null) return null;
  const blocks = sentBlocks(body, exchange.before) ?? [];
  const system = blocks.filter(({ block, role }) => block === 'text' && role === 'system');
  const tools = blocks.filter(({ block }) => block === 'tool').map((tool) => ({ name: asString(tool.name) ?? '', chars: charsOf(tool) }));
  if (system.length + tools.length === 0) return null;
  return { by: exchange.by, system: { blocks: system.length, chars: system.reduce((sum, one) => sum + charsOf(one), 0) }, tools };
};

/** Captured steps of a tape that a model was asked in the same way as in one of another, nearest first where it is the same tape. */
const stepsLike = async (rim: Rim, other: TapeRow, { step, model }: StepRow, version: string | null): Promise<[number, Join][]> => {
  const writers = writersOf(other);
  const alike = [...(await joinsOf(rim.catalog, other))].filter(([at]) => {
    const row = rim.catalog.step(other.id, at);
    return !row.sidechain && row.model === model && writerAt(writers, row.first) === version;
  });
  return alike.toSorted(([a], [b]) => Math.abs(a - step) - Math.abs(b - step)).slice(0, NEAREST);
};

/**
 * System prompt and tools of a captured request of the same agent, version and project, of the same session if there is one, for a step of which nobody
 * captured the request: likely those that this step sent too, and never claimed to be. Null where there is none, or where the step has its own.
 */
export async function baseLike(rim: Rim, tape: TapeRow, step: StepRow): Promise<CapturedBase | null> {
  if (tape.format === CAPTURED || step.sidechain || (await joinsOf(rim.catalog, tape)).has(step.step)) return null;
  const version = writerAt(writersOf(tape), step.first);
  for (const other of [tape, ...alike(rim.catalog, tape)])
    for (const [at, join] of await stepsLike(rim, other, step, version)) {
      const base = await baseIn(rim, join);
      if (base !== null) return { tape: other.id, step: at, title: other.title, version, ...base };
    }
  return null;
}
