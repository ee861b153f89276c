export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
export const tallyVitest: (report: unknown) => Tally;
export const tallyPlaywright: (report: unknown) => Tally;
export const add: (a: Tally, b: Tally) => Tally;
export const tallyCheck: (status: number) => Tally;
export const closingLine: (tally: Tally) => string;
export const tallyRunner: (status: number, readTally: () => Tally) => Tally;
export const failuresOf: (report: unknown) => string[];
export const flakyOf: (report: unknown) => string[];
export const filesToRetry: (report: unknown) => string[];
export const afterRetry: (first: Tally, second: Tally) => Tally;
export const failedTests: (report: unknown, root: string) => { file: string; name: string }[];
