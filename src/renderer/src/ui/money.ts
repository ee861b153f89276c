import { formatShort } from './format.ts';

/** Dollars as a reader wants them: "$0.0042", "$14.20", "$1.2k". "no price" where none is known, which is not the same as nothing. */
export function dollarsOf(dollars: number | null): string {
  if (dollars === null || dollars === 0) return 'no price';
  if (dollars < 0.0001) return '< $0.0001';
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : dollars < 1000 ? `$${dollars.toFixed(2)}` : `$${formatShort(dollars)}`;
}

/** The same of an estimate: "~$0.42". What is less than can be shown is not more exact for a mark. */
export function aboutDollars(dollars: number): string {
  return dollars < 0.0001 ? dollarsOf(dollars) : `~${dollarsOf(dollars)}`;
}
