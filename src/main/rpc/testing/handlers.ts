import { contract, type Handlers, type Method } from '../../../shared/rpc/contract.ts';

/** Handlers for tests of the door and the hosts: those given, and for every other call one that throws. */
export function onlyHandlers(given: Partial<Handlers>): Handlers {
  const absent = (method: Method) => () => {
    throw new Error(`The test gave no answer for ${method}.`);
  };
  const all = Object.fromEntries((Object.keys(contract) as Method[]).map((method) => [method, absent(method)]));
  return { ...all, ...given } as Handlers;
}
