import type { Output, Parsed } from '../../../shared/rpc/contract.ts';
import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import type { Engine } from '../engine.ts';

type HeavyMethod = 'compare.run' | 'tapes.check' | 'surgery.preview' | 'surgery.write';

export interface HeavyTask {
  task: number;
  call: { [M in HeavyMethod]: { method: M; input: Parsed<M> } }[HeavyMethod];
}

interface Answer {
  task: number;
  value?: unknown;
  failure?: ReturnType<typeof toWireError>;
}

/** Tapes of more entries than this are looked at in a thread: here they would be a pause that a hand feels. */
const HEAVY = 10_000;

/** What `heavyOf` needs; without options (a test, the thread itself) everything is done here. */
export type HeavyEngine = Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>;

/** Runs a call here, or in a thread where one of its tapes is long and a window is waiting. */
export type Heavy = <M extends HeavyMethod>(
  call: { method: M; input: Parsed<M> } & HeavyTask['call'],
  tapes: readonly string[],
  here: () => Promise<Output<M>>,
) => Promise<Output<M>>;

/** `most` is for tests. */
export const heavyOf = ({ catalog, options }: HeavyEngine, most = HEAVY): Heavy => {
  const home = options && options.host !== 'terminal' ? options.home : null;
  let pool: Pool<Answer> | null = null;
  let tasks = 0;
  return async (call, tapes, here) => {
    if (home === null || tapes.every((tape) => catalog.tape(tape).entries <= most)) return here();
    pool ??= createPool<Answer>('compare/heavy-worker', { home }, 1);
    tasks += 1;
    const message: HeavyTask = { task: tasks, call };
    const answers: Answer[] = [];
    await pool.run({ message, hears: (answer) => void answers.push(answer), ends: () => true });
    return answered(answers[0]);
  };
};

/** The thread runs the same handlers, so its answer is of the type that the contract says. */
const answered = <T>(answer: Answer | undefined): T => {
  if (answer && 'value' in answer) return answer.value as T;
  throw new TapeError(
    answer?.failure?.code ?? 'internal',
    answer?.failure?.message ?? 'The thread ended without an answer.',
    answer?.failure?.details,
  );
};
