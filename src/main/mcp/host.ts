import type { Method, Output, Parsed, Signal } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { type Session, sessionOn } from '../cli/session.ts';
import type { Engine } from '../engine/engine.ts';
import type { Dispatch } from '../rpc/dispatch.ts';

/** What the tools have of the program that serves them. */
export interface McpHost {
  engine: Engine;
  dispatch: Dispatch;
  /** The folder that the agent works in; null where nobody says. */
  folder: string | null;
  /** The process that started this one, where that is the agent. */
  parent: number | null;
}

/** A host during one call of a tool. */
export interface Calling extends McpHost {
  session: Session;
}

/** Calls of the contract go through the door of every host, which checks their input and whether this host may write. */
const through = ({ dispatch }: McpHost, signal: Signal) => {
  const call = async <M extends Method>(method: M, input: Parsed<M>): Promise<Output<M>> => {
    const answer = await dispatch(method, input, signal);
    if (answer.ok) return answer.value as Output<M>;
    const { code, message, details } = answer.error;
    throw new TapeError(code, message, details);
  };
  return call;
};

/** Lends the host to one call; `signal` aborts what it asks for. */
export function calling(host: McpHost, signal: AbortSignal): Calling {
  return { ...host, session: sessionOn(host.engine, through(host, signal), signal) };
}
