import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
export type Bounds = z.infer<typeof Bounds>;

const WindowState = z.object({ bounds: Bounds, maximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

const fileIn = (home: string): string => join(home, 'window.json');

/** How the window stood when it was closed; null where nobody knows. */
export function loadWindowState(home: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(fileIn(home), 'utf8')));
  } catch {
    return null;
  }
}

/** Remembers how the window stands. Losing this is no harm, so a full disk does not keep the window from closing. */
export function storeWindowState(home: string, state: WindowState): void {
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(`${fileIn(home)}.new`, JSON.stringify(state));
    renameSync(`${fileIn(home)}.new`, fileIn(home));
  } catch (thrown) {
    console.error(`Cannot remember the window: ${(thrown as Error).message}`);
  }
}

const overlap = (a: Bounds, b: Bounds): { width: number; height: number } => ({
  width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
});

/** True where enough of the window to take hold of is on a screen: screens are unplugged while an app is closed. */
export function isReachable(bounds: Bounds, screens: readonly Bounds[]): boolean {
  return screens.some((screen) => {
    const { width, height } = overlap(bounds, screen);
    return width >= 120 && height >= 60;
  });
}
