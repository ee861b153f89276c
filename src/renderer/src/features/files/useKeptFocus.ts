import { type RefObject, useEffect } from 'react';

/** The element and all that holds it, up to `box`. */
const chainTo = (box: HTMLElement, element: Element): HTMLElement[] => {
  const chain: HTMLElement[] = [];
  for (let one: Element | null = element; one !== null && box.contains(one); one = one.parentElement)
    if (one instanceof HTMLElement) chain.push(one);
  return chain;
};

/**
 * A control that had the keys may be gone after what it did: a build ends, a link is taken away. Then they go to the nearest part around it
 * that is still there and can take them (`tabIndex={-1}`), so that Tab continues from there and not from the top of the window.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let chain: HTMLElement[] = [];
    const mend = () => {
      const [held] = chain;
      if (held === undefined || held.isConnected) return;
      const left = chain.find((one) => one.isConnected && one.hasAttribute('tabindex'));
      chain = [];
      if (document.activeElement === document.body) left?.focus({ preventScroll: true });
    };
    const onFocusIn = (event: FocusEvent) => {
      chain = event.target instanceof Element ? chainTo(element, event.target) : [];
    };
    // Some browsers tell of a removal as of a loss of focus, while the element is still there.
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget !== null) chain = [];
      else
        queueMicrotask(() => {
          if (chain[0]?.isConnected === true && document.activeElement !== chain[0]) chain = [];
          else mend();
        });
    };
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [box]);
}
