/** A column by its name; one that needs none to the eye is read aloud all the same. */
type Column = string | { name: string; className?: string | undefined; unseen?: true };

interface Props {
  columns: readonly Column[];
  /** Classes of each head. */
  className?: string;
}

/** The head of a table: a cell for each column. No two have one name. */
export function Heads({ columns, className = '' }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { name, className: own = '', unseen = false } = typeof column === 'string' ? { name: column } : column;
          return (
            <th key={name} className={`${className} ${own}`.trim() || undefined} scope="col">
              {unseen ? <span className="unseen">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
