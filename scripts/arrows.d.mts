export function findArrows(file: string, source: string): { name: string; line: number }[];
export function judgeArrows(files: readonly (readonly [file: string, source: string])[]): { functions: number; complaints: string[] };
