import type { Bridge } from '../../shared/rpc/client.ts';
import { contract, type Method, type Output, type Parsed } from '../../shared/rpc/contract.ts';
import { toWireError } from '../../shared/rpc/errors.ts';

/** What the double was told to answer; `null` waits for ever, as a skeleton needs it. */
export type Answers = { [M in Method]?: ((input: Parsed<M>) => Output<M>) | null };

/** A bridge for looking at the window without an engine. It throws on every call that it was not told to answer. */
export function createFakeBridge(answers: Answers): Bridge {
  return {
    host: 'browser',
    async call(_id, name, input) {
      const method = name as Method;
      const answer = answers[method] as ((input: unknown) => unknown) | null | undefined;
      if (answer === undefined) throw new Error(`The double was not told what to answer to ${name}.`);
      if (answer === null) return new Promise(() => {});
      try {
        return { ok: true, value: answer(contract[method].input.parse(input)) };
      } catch (thrown) {
        return { ok: false, error: toWireError(thrown) };
      }
    },
    cancel() {},
    subscribe: () => () => {},
    pathOf: () => null,
    onCommand: () => () => {},
    pick: null,
  };
}
