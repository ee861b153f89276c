/** A tape as its row and its file name it. */
export interface Named {
  path: string;
  title: string;
  project: string;
  session: string | null;
}

/**
 * For formats whose files are named after hashes: the names that make them are found by hashing what is known on this machine. Pure; says the same
 * when asked about its own answer.
 */
export interface Naming {
  /** `folders` are those in which agents worked and those at home, each with what it is a link to. Answers the names in this order. */
  name(tapes: readonly Named[], folders: readonly { folder: string; real: string }[]): Pick<Named, 'title' | 'project' | 'session'>[];
}
