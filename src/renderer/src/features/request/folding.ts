/** Runs of rows that nobody asked for, as one line each. */

/** A run that is shorter is shown. */
const LEAST = 4;

/** Rows in order, with a list in the place of each run of those that are quiet. */
export function foldedRows<Row>(rows: readonly Row[], isQuiet: (row: Row, at: number) => boolean): (Row | Row[])[] {
  const folded: (Row | Row[])[] = [];
  let run: Row[] = [];
  const end = (): void => {
    if (run.length >= LEAST) folded.push(run);
    else folded.push(...run);
    run = [];
  };
  for (const [at, row] of rows.entries())
    if (isQuiet(row, at)) run.push(row);
    else {
      end();
      folded.push(row);
    }
  end();
  return folded;
}
