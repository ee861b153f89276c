import type { NativeEntry } from '../../../shared/model/native.ts';
import type { Json, JsonObject } from './values.ts';

/** An entry of a native tape on its way into a tape of another format. */
export interface Exported {
  entry: NativeEntry;
  /** Its payload as an object, calls and results in the one form of lists. */
  payload: JsonObject;
  /** The calls that its results name, next to them. */
  ids?: Json;
  /** An anchor that opens a phase: one that a merge superseded does not. */
  opens: boolean;
}
