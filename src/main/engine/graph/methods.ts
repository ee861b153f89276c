import type { Graph } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { joinDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { createGraphReader, type GraphReader } from '../families/material.ts';
import { createAsking } from '../jobs/ask.ts';
import { breakDown } from './breakdown.ts';
import { createRefs } from './refs.ts';
import { createGraphService, type GraphQuery, type GraphService } from './service.ts';

type Methods = 'graph.get' | 'graph.breakdown';

/** Graphs of more entries than this are built in a thread: here they would be a pause that a hand feels. */
const HEAVY = 40_000;

/** The session graph. `heavy` is for tests. */
export function graphMethods(engine: Pick<Engine, 'catalog' | 'options'>, heavy = HEAVY): Pick<Handlers, Methods> {
  const { home, host } = engine.options;
  const refs = createRefs(home);
  let reader: GraphReader | null = null;
  let service: GraphService | null = null;
  const thread = createAsking<GraphQuery, Graph>('graph/graph-worker', { home });

  const reads = (): GraphReader => {
    reader ??= createGraphReader(joinDatabase(home));
    return reader;
  };
  const here = (): GraphService => {
    service ??= createGraphService(reads());
    return service;
  };

  return {
    'graph.get': async (input) => {
      const tape = engine.catalog.tape(input.tape).id;
      const query: GraphQuery = { ...input, tape, refs: refs.list() };
      return host !== 'terminal' && here().weight(query) > heavy ? thread.ask(query) : here().graph(query);
    },
    'graph.breakdown': ({ tapes, includeOwn }) => breakDown(reads(), tapes, includeOwn),
  };
}
