import type { Bound } from '../formats/format.ts';
import type { Batch } from '../pages/batch.ts';
import type { Work } from './state.ts';

/** A batch on its way into a tape. */
export interface Run {
  work: Work;
  batch: Batch;
  /** Entries before the batch. */
  base: number;
  /** Rows with the id of an earlier entry: their children belong to that entry. */
  doubles: Map<number, number>;
  /** Tape numbers of the batch's kinds. */
  kinds: number[];
  /** Steps of the batch's keys; 0 until the key is met. */
  steps: Uint32Array;
  bounds: Map<number, Bound>;
  /** Next of the batch's call ids and result ids. */
  call: number;
  result: number;
  /** 1 for rows with an anchor or results without ids. */
  rare: Uint8Array;
  far: Map<number, string>;
  positional: Map<number, number>;
  anchors: Map<number, Batch['anchors'][number]>;
}
