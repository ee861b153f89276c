import { memo } from 'react';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './Keys.module.css';
import { type CommandId, caps, commandOf } from './keys.ts';

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of a command as caps; alternatives beyond the first only where `all` is set. */
export function KeyCaps({ id, all = false }: { id: CommandId; all?: boolean }) {
  const names = commandOf(id).keys.slice(0, all ? undefined : 1);
  return (
    <span className="inline-row baseline gap-1">
      {names.map((name, index) => (
        <span key={name} className="inline-row baseline gap-1">
          {index > 0 && <span className={`${styles.or} tiny faint`}>or</span>}
          {caps(name, mac).map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** A few keys and one word for what they do, as in the footer: "[ ] step". */
export const KeyHint = memo(function KeyHint({ ids, word }: { ids: readonly CommandId[]; word: string }) {
  return (
    <span className="inline-row baseline gap-1 nowrap">
      {ids.map((id) => (
        <KeyCaps key={id} id={id} />
      ))}
      {word}
    </span>
  );
});
