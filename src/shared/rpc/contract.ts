import { z } from 'zod';
import { Run } from '../model/run.ts';
import { Arrived } from '../model/what-if.ts';
import { agentsContract } from './contract-agents.ts';
import { evidenceContract } from './contract-evidence.ts';
import { floatContract } from './contract-float.ts';
import { formatsContract } from './contract-formats.ts';
import { graphContract } from './contract-graph.ts';
import { handoffsContract } from './contract-handoffs.ts';
import { Job, libraryContract } from './contract-library.ts';
import { nativeContract } from './contract-native.ts';
import { policiesContract } from './contract-policies.ts';
import { provenanceContract } from './contract-provenance.ts';
import { reportContract } from './contract-report.ts';
import { runsContract } from './contract-runs.ts';
import { tapesContract } from './contract-tapes.ts';
import { viewsContract } from './contract-views.ts';
import { whatIfContract } from './contract-what-if.ts';

export type { Job, Settings } from './contract-library.ts';
export type { Hit } from './contract-tapes.ts';

/**
 * Every call there is: name → what goes in, what comes out. Inputs are parsed at the door by every host; outputs are
 * parsed in tests. `writes` marks calls that a read-only host refuses.
 */
export const contract = {
  ...libraryContract,
  ...formatsContract,
  ...tapesContract,
  ...viewsContract,
  ...whatIfContract,
  ...evidenceContract,
  ...handoffsContract,
  ...policiesContract,
  ...provenanceContract,
  ...reportContract,
  ...graphContract,
  ...nativeContract,
  ...runsContract,
  ...floatContract,
  ...agentsContract,
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType; writes?: true }>;

export type Contract = typeof contract;
export type Method = keyof Contract;
export type Input<M extends Method> = z.input<Contract[M]['input']>;
export type Parsed<M extends Method> = z.output<Contract[M]['input']>;
export type Output<M extends Method> = z.output<Contract[M]['output']>;

/** The part of an AbortSignal that calls rely on; Node's and the browser's both fit. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part that tells whether anybody still waits. */
export type Waiting = Pick<Signal, 'aborted'>;

/** Context of one call: it may be told to stop. */
export interface CallContext {
  readonly signal: Signal;
}

export type Handlers = { [M in Method]: (input: Parsed<M>, context: CallContext) => Output<M> | Promise<Output<M>> };

/** What the engine tells every window without being asked. */
export const Push = z.discriminatedUnion('type', [
  /** `captures` is another where other requests were captured; absent where nobody looked. */
  z.object({ type: z.literal('library'), captures: z.string().optional() }),
  /** A tape has more (or, after a rewrite underneath, other) entries. */
  z.object({ type: z.literal('tape'), tape: z.string(), entries: z.number(), steps: z.number(), reread: z.boolean() }),
  z.object({ type: z.literal('job'), job: Job }),
  /** A reader wrote, changed or removed an annotation; `tape` is null where nobody knows of which. */
  z.object({ type: z.literal('annotations'), tape: z.string().nullable() }),
  /** Something of a project's context files changed: what was scanned, written about it or built. */
  z.object({ type: z.literal('float'), root: z.string() }),
  /** How a run is. */
  z.object({ type: z.literal('run'), run: Run }),
  /** The answers so far of `whatIf.send`, by the id that it was called with. */
  z.object({ type: z.literal('what-if'), id: z.string(), ...Arrived.shape }),
  /** A hook told what an agent does. */
  z.object({ type: z.literal('agents') }),
]);
export type Push = z.infer<typeof Push>;
