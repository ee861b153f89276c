export const isBuilt: (root: string) => boolean;
export const build: (root: string) => { status: number; output: string };
