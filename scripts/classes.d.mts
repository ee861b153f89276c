type Text = readonly [file: string, text: string];
export function declaredIn(css: string): Set<string>;
export function namedIn(file: string, source: string): [sheet: string, classes: string[]][];
export function judgeClasses(sheets: readonly Text[], components: readonly Text[]): { classes: number; complaints: string[] };
export function wordsIn(source: string): Set<string>;
export function judgeShared(sheets: readonly Text[], components: readonly Text[]): string[];
