import type { HTMLAttributes } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { KeyCaps } from './KeyHints.tsx';
import styles from './Keys.module.css';
import { type CommandId, commandOf, commands } from './keys.ts';
import { useLiveCommands } from './useKeys.ts';

const groups = [...new Set(commands.map((command) => command.group))];

/** A list that may be longer than the window is scrolled by keys. */
const scrolls: HTMLAttributes<HTMLDivElement> = { role: 'group', 'aria-label': 'Keys by what they do', tabIndex: 0 };

/** Every key that does something now. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const live = useLiveCommands();
  const inGroup = (group: string): CommandId[] => live.filter((id) => commandOf(id).group === group);
  return (
    <Dialog title="Keys" size="large" onClose={onClose}>
      <div className={`${styles.sheet} scroll-y pad-x-4 pad-top-2 pad-bottom-4`} {...scrolls}>
        {groups
          .filter((group) => inGroup(group).length > 0)
          .map((group) => (
            <section key={group} className={styles.group}>
              <h3 className={`${styles.name} pad-bottom-1 tiny faint`}>{group}</h3>
              <dl className={styles.list}>
                {inGroup(group).map((id) => (
                  <div key={id} className={`${styles.line} grid baseline gap-3 pad-y-1 line-below small`}>
                    <dt>
                      <KeyCaps id={id} all />
                    </dt>
                    <dd>{commandOf(id).what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
}
