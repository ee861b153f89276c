import { usePick } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { pin } from '../policy/edit.ts';
import styles from './Lost.module.css';

/** Brings an entry back in the next request, which is then shown. */
export function usePin(): (seq: number) => void {
  const { policy, editPolicy, moveToNext, setPanel, setNotice } = usePick('policy', 'editPolicy', 'moveToNext', 'setPanel', 'setNotice');
  return (seq) => {
    editPolicy(pin(policy, seq));
    moveToNext();
    setPanel('context');
    setNotice(`#${formatNumber(seq)} is pinned in the next request.`);
  };
}

export function Pin({ seq }: { seq: number }) {
  const onPin = usePin();
  return (
    <button
      type="button"
      className={`${styles.pin} hover-ink absolute tiny dim right-0 link high-24`}
      aria-label={`Pin #${seq} in the next request`}
      onClick={() => onPin(seq)}
    >
      pin
    </button>
  );
}
