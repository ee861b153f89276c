import type { Style } from './style.ts';

/** What every formatter needs to know of where its lines go. */
export interface Layout {
  /** Columns of the terminal. */
  width: number;
  style: Style;
  /** Epoch ms that relative times count from. */
  now: number;
}
