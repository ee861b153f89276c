export function judgeChangelog(source: string): string[];
