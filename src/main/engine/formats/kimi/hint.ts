/** What the reducer has to know of an entry and the catalog does not keep. */
export type Hint =
  | { is: 'answer' }
  /** Tokens of the context, as the line counts them: of the request in front of an answer, with the answer after it. */
  | { is: 'size'; tokens: number };
