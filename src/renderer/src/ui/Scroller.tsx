import type { HTMLAttributes, Ref } from 'react';

interface Props extends HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement>;
  'aria-label': string;
}

/** A named box of text that scrolls. It takes the focus, or no key could scroll it; lists whose rows take the focus need none. */
export function Scroller({ children, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 wants a box that scrolls to be in reach of the keyboard (axe: scrollable-region-focusable)
    <section tabIndex={0} {...rest}>
      {children}
    </section>
  );
}
