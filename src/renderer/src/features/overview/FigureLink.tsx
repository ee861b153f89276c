interface Props {
  text: string;
  /** What the figure is of; null where there is nothing to lead to. */
  to: string | null;
  zero: boolean;
  more?: string | undefined;
}

/** A figure in a table of sums, which leads to what it is of. */
export function FigureLink({ text, to, zero, more }: Props) {
  return (
    <td data-zero={zero} className={more}>
      {to === null || zero ? (
        text
      ) : (
        <a href={to} tabIndex={-1}>
          {text}
        </a>
      )}
    </td>
  );
}
