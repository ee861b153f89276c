import { useShallow } from 'zustand/react/shallow';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';

/** Back and forward through what was inspected; nothing while there is nowhere to go. */
export function Trail() {
  const { trail, trailAt, walkTrail } = useStore(useShallow(({ trail, trailAt, walkTrail }) => ({ trail, trailAt, walkTrail })));
  if (trail.length < 2) return null;
  return (
    <span className="row push gap-3">
      <Button look="quiet" disabled={trailAt <= 0} onClick={() => walkTrail(-1)}>
        back
      </Button>
      <Button look="quiet" disabled={trailAt >= trail.length - 1} onClick={() => walkTrail(1)}>
        forward
      </Button>
    </span>
  );
}
