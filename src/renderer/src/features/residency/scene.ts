import type { Residency } from '../../../../shared/model/index.ts';
import type { Colours } from '../tape/colours.ts';
import type { Frame } from './bars.ts';
import type { Chart } from './chart.ts';
import type { Proven } from './known.ts';
import type { Layout } from './layout.ts';
import type { NotedRow } from './notes.ts';

/** All that one picture of the chart is drawn from. */
export interface Scene {
  readonly chart: Chart;
  readonly residency: Residency;
  readonly frame: Frame;
  readonly layout: Layout;
  /** Lane of each entry, as the timeline has it: who wrote it. */
  readonly lanes: Uint8Array;
  /** Rows that are what is left over; they are drawn dim. */
  readonly rest: (row: number) => boolean;
  /** What captured requests say of the steps. */
  readonly proven: Proven;
  /** Where readers wrote about entries. */
  readonly noted: readonly NotedRow[];
  /** The window's font family. */
  readonly family: string;
  readonly colours: Colours;
}
