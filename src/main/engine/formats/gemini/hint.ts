import type { Usage } from '../../../../shared/model/index.ts';

/** What the reducer has to know of an entry and the catalog does not keep. Plain and small. */
export type Hint =
  /** An answer. `listed`: in a list that replaces another one. */
  | { is: 'answer'; id: string | null; listed: boolean; usage: Usage | null }
  /** A result. `within`: in the line of the call that it answers. */
  | { is: 'result'; within: boolean; call: string | null }
  /** A list takes the place of the history; its summary is this many entries further. */
  | { is: 'list'; summary: number | null };
