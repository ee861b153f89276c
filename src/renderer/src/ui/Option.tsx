import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  active: boolean;
  /** The pointer moves over it. */
  onPoint?: () => void;
}

/** A row of a listbox below a field: the field keeps the focus, whatever the pointer does here. */
export function Option({ active, onPoint, ...rest }: Props) {
  return (
    <button
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={active ? undefined : onPoint}
      {...rest}
    />
  );
}
