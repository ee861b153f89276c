import type { Output, Parsed, Signal } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { type Asking, createAsking } from './ask.ts';

type HeavyMethod =
  | 'cache.misses'
  | 'cache.steps'
  | 'compare.run'
  | 'handoffs.fidelity'
  | 'handoffs.left'
  | 'steps.branches'
  | 'surgery.preview'
  | 'surgery.write'
  | 'tapes.check';

export type HeavyCall = { [M in HeavyMethod]: { method: M; input: Parsed<M> } }[HeavyMethod];

/** Tapes of more entries than this are looked at in a thread: here they would be a pause that a hand feels. */
const HEAVY = 10_000;

/** What `heavyOf` needs; without options (a test, the thread itself) everything is done here. */
export type HeavyEngine = Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>;

/** Runs a call here, or in a thread where one of its tapes is long and a window is waiting. */
export type Heavy = <M extends HeavyMethod>(
  call: { method: M; input: Parsed<M> } & HeavyCall,
  tapes: readonly string[],
  here: () => Promise<Output<M>>,
  signal?: Signal,
) => Promise<Output<M>>;

/** `most` is for tests. */
export function heavyOf({ catalog, options }: HeavyEngine, most = HEAVY): Heavy {
  const home = options && options.host !== 'terminal' ? options.home : null;
  const thread: Asking<HeavyCall, unknown> | null = home === null ? null : createAsking('heavy-worker', { home });
  return async <M extends HeavyMethod>(call: HeavyCall, tapes: readonly string[], here: () => Promise<Output<M>>, signal?: Signal) => {
    if (thread === null || tapes.every((tape) => catalog.tape(tape).entries <= most)) return here();
    // The thread runs the same handlers, so its answer is of the type that the contract says.
    return (await thread.ask(call, signal && { signal })) as Output<M>;
  };
}
