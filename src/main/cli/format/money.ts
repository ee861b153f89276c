/** Dollars as a person reads them: "$0.0042", "$14.20"; "no price" where none is known, which is not the same as nothing. */
export function money(dollars: number | null): string {
  return dollars === null ? 'no price' : `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}
