import { readdirSync } from 'node:fs';

/** Names in a folder, sorted; none where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
