import { CallError } from '../../../../shared/rpc/client.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';

/** The step comes before the anchor that the policy names: nothing is broken, there is only no such context yet. */
export function isNoAnchor(error: Error): boolean {
  return error instanceof CallError && error.wire.code === 'not-found' && Array.isArray(error.wire.details?.anchors);
}

/** Says so, and leads back to what there is. */
export function NoAnchor({ error }: { error: Error }) {
  const setPolicy = useStore((state) => state.setPolicy);
  return (
    <p className="pad-4 small dim measure" role="alert">
      {error.message} So no context of this step can begin there.{' '}
      <Button look="quiet" onClick={() => setPolicy('as-recorded')}>
        Show what was recorded
      </Button>
    </p>
  );
}
