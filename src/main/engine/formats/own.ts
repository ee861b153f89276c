/**
 * The mark of a transcript that Tapescope itself wrote (surgery on copies): one record, the first or the last of the file, so that
 * such a file is told from what an agent wrote and stays out of statistics.
 */
export const OWN_TYPE = 'tapescope-origin';
export const OWN_ORIGIN = 'tapescope';

/** Whether a tape in the catalog bears the mark, by the kinds of its entries. Reads no source. */
export function isOwnTape({ entriesByKind }: { entriesByKind: Readonly<Record<string, number>> }): boolean {
  return (entriesByKind[OWN_TYPE] ?? 0) > 0;
}
