import type { Graph, GraphNode } from '../../../shared/model/index.ts';
import { createGraphReader, type GraphReader } from '../families/material.ts';
import type { JsonObject } from '../formats/format.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createGraphService, type GraphQuery } from './service.ts';

export interface Drawn {
  reader: GraphReader;
  /** Id of the tape in a file of the folder. */
  idOf(file: string): string;
  graph(file: string, query?: Partial<GraphQuery>): Promise<Graph>;
}

/** Imports files and answers with their graphs. A text is drawn as `claudeTree` reads it; its session is the name of the file. */
export async function drawn(files: Record<string, string | JsonObject[]>): Promise<Drawn> {
  const { store, ingest } = openEngineRoom();
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const session = name.replace(/^.*\//, '').replace('.jsonl', '');
    writeFile(folder, name, typeof content === 'string' ? claudeTree(content, { session }) : content);
  }
  await ingest.open([folder], { text: false });
  const reader = createGraphReader(store.db);
  const service = createGraphService(reader);
  const idOf = (file: string): string => store.catalog.tapes().find((tape) => tape.file.endsWith(`/${file}`))?.id ?? `no tape ${file}`;
  return {
    reader,
    idOf,
    graph: (file, query) =>
      service.graph({ tape: idOf(file), family: false, show: ['rewind'], agents: 'nested', limit: 5000, refs: [], ...query }),
  };
}

/** "1-3 start > 4-9 segment* …": nodes by row with their entries; `*` is active, `+` in context. */
export function told({ nodes }: Graph): string[] {
  return nodes.map(
    ({ type, first, last, active, inContext, lane }) => `${' '.repeat(lane)}${first}-${last} ${type}${inContext ? '+' : active ? '*' : ''}`,
  );
}

/** "1>4 chain": edges by the first entries of their nodes, in order. */
export function ties({ nodes, edges }: Graph): string[] {
  const name = (id: string): string => {
    const node = nodes.find((one) => one.id === id) as GraphNode;
    return node.first === 0 ? node.label : String(node.first);
  };
  return edges.map(({ from, to, type }) => `${name(from)}>${name(to)} ${type}`).sort();
}
