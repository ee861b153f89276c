import { join } from 'node:path';
import type { HandoffEdge, Handoffs, Phase } from '../../../shared/model/handoff.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import type { Catalog } from '../catalog/types.ts';
import type { EngineOptions } from '../engine.ts';
import type { JsonObject } from '../formats/format.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { handoffMethods } from './methods.ts';

const SIGNAL = { signal: new AbortController().signal };

export interface HandoffRoom {
  catalog: Catalog;
  options: EngineOptions;
  folder: string;
  methods: ReturnType<typeof handoffMethods>;
  /** Brings files or folders in. */
  open(paths: readonly string[]): Promise<void>;
  /** Id of the tape whose file ends so. */
  idOf(file: string): string;
  get(file: string, family?: boolean, limit?: number): Promise<Handoffs>;
}

/** Files in a catalog of their own, with the methods over it. A text is drawn as `claudeTree` reads it; its session is the name of the file. */
export async function handoffRoom(files: Record<string, string | JsonObject[]>): Promise<HandoffRoom> {
  const { home, store, ingest } = openEngineRoom();
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const session = name.replace(/^.*\//, '').replace('.jsonl', '');
    writeFile(folder, name, typeof content === 'string' ? claudeTree(content, { session }) : content);
  }
  const open = async (paths: readonly string[]): Promise<void> => void (await ingest.open([...paths], { text: false }));
  await open(Object.keys(files).map((name) => join(folder, name)));
  const options: EngineOptions = { home, host: 'terminal', readOnly: false, samples: null };
  const methods = handoffMethods({ catalog: store.catalog, options } as Parameters<typeof handoffMethods>[0]);
  const idOf = (file: string): string => store.catalog.tapes().find((tape) => tape.file.endsWith(file))?.id ?? `no tape ${file}`;
  const get = async (file: string, family = false, limit = 500): Promise<Handoffs> =>
    contract['handoffs.get'].output.parse(await methods['handoffs.get']({ tape: idOf(file), family, limit }, SIGNAL));
  return { catalog: store.catalog, options, folder, methods, open, idOf, get };
}

/** "1-4 start session/start: handed off to build". */
export function phaseLine({ from, to, type, name, outcome }: Phase): string {
  return `${from}-${to} ${type} ${name}: ${outcome}`;
}

/** "0→1 compaction: summary; 4 left". */
export function edgeLine({ from, to, type, carried, left }: HandoffEdge): string {
  return `${from}→${to} ${type}: ${carried.join(', ') || 'nothing'}; ${left} left`;
}
