import type { Graph } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import { openDatabase } from '../catalog/schema.ts';
import type { Engine } from '../engine.ts';
import { breakDown } from './breakdown.ts';
import { createGraphReader, type GraphReader } from './read.ts';
import { createRefs } from './refs.ts';
import { createGraphService, type GraphQuery, type GraphService } from './service.ts';

type Methods = 'graph.get' | 'graph.breakdown';

interface Told {
  task: number;
  graph?: Graph;
  failure?: ReturnType<typeof toWireError>;
}

/** Graphs of more entries than this are built in a thread: here they would be a pause that a hand feels. */
const HEAVY = 40_000;

/** The session graph. `heavy` is for tests. */
export const graphMethods = (engine: Pick<Engine, 'catalog' | 'options'>, heavy = HEAVY): Pick<Handlers, Methods> => {
  const { home, host } = engine.options;
  const refs = createRefs(home);
  let reader: GraphReader | null = null;
  let service: GraphService | null = null;
  let threads: Pool<Told> | null = null;
  let task = 0;

  const reads = (): GraphReader => {
    reader ??= createGraphReader(openDatabase(home).db);
    return reader;
  };
  const here = (): GraphService => {
    service ??= createGraphService(reads());
    return service;
  };

  const inThread = async (query: GraphQuery): Promise<Graph> => {
    threads ??= createPool<Told>('graph/graph-worker', { home }, 1);
    task += 1;
    let told: Told | null = null;
    const hears = (one: Told): void => {
      told = one;
    };
    await threads.run({ message: { task, query } as { task: number }, hears, ends: () => true });
    return answerOf(told);
  };

  return {
    'graph.get': async (input) => {
      const tape = engine.catalog.tape(input.tape).id;
      const query: GraphQuery = { ...input, tape, refs: refs.list() };
      return host !== 'terminal' && here().weight(query) > heavy ? inThread(query) : here().graph(query);
    },
    'graph.breakdown': ({ tapes, includeOwn }) => breakDown(reads(), tapes, includeOwn),
  };
};

const answerOf = (told: Told | null): Graph => {
  if (told?.graph) return told.graph;
  throw new TapeError(told?.failure?.code ?? 'internal', told?.failure?.message ?? 'The graph failed: no answer came.');
};
