/** Dollars as a person reads them: "$0.0042", "$14.20"; "no price" where none is known, which is not the same as nothing. */
export function money(dollars: number | null): string {
  if (dollars !== null && dollars > 0 && dollars < 0.0001) return '< $0.0001';
  return dollars === null ? 'no price' : `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

/** The same of what was computed: "~$0.42". What is less than can be shown is not more exact for a mark. */
export function aboutMoney(dollars: number): string {
  return dollars > 0 && dollars < 0.0001 ? money(dollars) : `~${money(dollars)}`;
}
