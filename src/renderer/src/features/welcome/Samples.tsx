import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { useOpenSamples } from './useTour.ts';

/** Opens the sample tapes, where there are any. */
export function Samples({ strong }: { strong: boolean }) {
  const { open, isPending, error } = useOpenSamples();
  if (open === null) return null;
  return (
    <>
      <Button look={strong ? 'strong' : 'plain'} onClick={() => void open()} disabled={isPending}>
        {isPending ? 'Reading the samples…' : 'Open the sample tapes'}
      </Button>
      {error && <Failure error={error} />}
    </>
  );
}
