import { useMarked } from './state.ts';
import { useNative } from './useNative.ts';
import { ActionWord } from './WriteBar.tsx';

/** What can be written about the selected entry. */
export function EntryActions({ seq }: { seq: number }) {
  const { tape, offers } = useNative();
  const marked = useMarked(tape?.id ?? null).includes(seq);
  if (tape === null) return null;
  if (tape.native === null)
    return (
      <p className="row wrap gap-x-3 gap-y-1 pad-bottom-3">
        <ActionWord id="native.continue" word="continue in a new tape" offers={offers} />
      </p>
    );
  return (
    <p className="row wrap gap-x-3 gap-y-1 pad-bottom-3">
      <ActionWord id="native.correct" word="correct" offers={offers} />
      <ActionWord id="native.mark" word={marked ? 'marked as a source' : 'mark as a source'} offers={offers} />
      {tape.native.fork === null && <ActionWord id="native.fork" word="fork here" offers={offers} />}
    </p>
  );
}
