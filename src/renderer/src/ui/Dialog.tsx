import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  /** Said to readers of the screen only; the content speaks for itself. */
  hideTitle?: boolean;
  size?: 'small' | 'medium' | 'large';
  /** What has the focus at first; the dialog itself otherwise. */
  focus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** One dialog over the work. Esc and a click outside close it, and the focus returns to where it was. */
export function Dialog({ title, hideTitle = false, size = 'medium', focus, onClose, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  // The library gives it the keys with the next frame, and what is typed until then would be lost. A moment later than the reference is set,
  // so that the library has seen who had them before and gives them back.
  const take = useCallback(
    (element: HTMLDivElement | null) => {
      popup.current = element;
      if (element === null) return;
      queueMicrotask(() => {
        if (!element.contains(document.activeElement)) (focus?.current ?? element).focus({ preventScroll: focus === undefined });
      });
    },
    [focus],
  );
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={`${styles.popup} ${styles[size]}`} data-modal="" ref={take} initialFocus={focus ?? popup}>
          <header className={hideTitle ? 'unseen' : 'row baseline apart gap-4 pad-x-4 pad-top-4 pad-bottom-2'}>
            <Base.Title className="large bold">{title}</Base.Title>
            <Base.Close className="pad-x-1 boxed round-small tiny dim hover-ink hover-line">
              <span className="unseen">Close, </span>Esc
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
