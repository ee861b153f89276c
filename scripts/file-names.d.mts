export function judgeFileNames(paths: readonly string[]): string[];
