import type { CallContext, Handlers, Method, Parsed } from '../../shared/rpc/contract.ts';

/**
 * The handlers of a room that is loaded when it is first called: a command of the terminal pays for nothing but itself, and a window is
 * there before rooms that nobody has entered.
 */
export function lazily<M extends Method>(methods: readonly M[], load: () => Promise<Pick<Handlers, M>>): Pick<Handlers, M> {
  let room: Promise<Pick<Handlers, M>> | null = null;
  const handler = (method: M) => async (input: Parsed<M>, context: CallContext) => {
    room ??= load();
    return (await room)[method](input, context);
  };
  return Object.fromEntries(methods.map((method) => [method, handler(method)])) as Pick<Handlers, M>;
}
