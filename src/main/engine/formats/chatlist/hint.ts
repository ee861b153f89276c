/** What the reducer has to know of an entry and the catalog does not keep. */
export type Hint =
  /** Of the model. `whole`: it says what its request used, so nothing else belongs to that request. */
  | { is: 'answer'; whole: boolean }
  /** Of another, or the head of a conversation. */
  | { is: 'said' };
