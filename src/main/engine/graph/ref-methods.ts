import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { checkRefName, pointIn, refNamed } from './point.ts';
import { createRefs } from './refs.ts';

/** Names for points; apart from the graph, since every command that takes a point asks for them. */
export function refMethods(engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, 'refs.list' | 'refs.set' | 'refs.remove'> {
  const refs = createRefs(engine.options.home);
  return {
    'refs.list': ({ tape }) => ({ items: refs.list(tape === undefined ? undefined : engine.catalog.tape(tape).id) }),
    'refs.set': ({ name, tape: id, seq, step }) => {
      if (seq !== undefined && step !== undefined) throw new TapeError('bad-input', 'A ref names an entry or a step, not both.');
      const tape = engine.catalog.tape(id);
      const at =
        seq !== undefined ? { type: 'entry' as const, number: seq } : step !== undefined ? { type: 'step' as const, number: step } : null;
      const point = pointIn(engine.catalog, tape, at, []);
      const ref = {
        name: checkRefName(name),
        tape: tape.id,
        file: tape.file,
        seq: point.seq,
        step: step ?? null,
        at: new Date().toISOString(),
      };
      return { ref, moved: refs.set(ref) };
    },
    'refs.remove': ({ name, tape }) => {
      // The tape itself may have left the catalog.
      const found = tape === undefined ? refNamed(name, refs.list()) : { tape, name };
      if (!found) throw new TapeError('not-found', `No ref is called ${name}. See tape refs.`);
      return { removed: refs.remove(found) };
    },
  };
}
