/** What the reducer has to know of an entry and the catalog does not keep. */
export type Hint =
  | { is: 'user' | 'assistant' }
  /** A request was made. `index`: of the newest message in the history before its own prompt, from 0; null where nobody says. */
  | { is: 'request'; index: number | null }
  /** The user saw something else. `range`: it says which messages are out of the history. */
  | { is: 'seen'; range: boolean };
