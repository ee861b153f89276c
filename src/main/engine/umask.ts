let others: number | null = null;

/** Remembers the umask that the user's shell gave, before ours. Called by programs as they start, so that no worker thread knows one. */
export function umaskForOthers(mask: number): void {
  others = mask;
}

/**
 * Runs `act` with the umask of the user's shell: for programs that the user asked us to start, and files that the user named, which are not
 * ours to close. A worker thread cannot change it, and keeps ours.
 */
export function asUser<T>(act: () => T): T {
  // Each thread has modules of its own. To ask Node whether this is the main one would load what threads need into every command.
  if (others === null) return act();
  const ours = process.umask(others);
  try {
    return act();
  } finally {
    process.umask(ours);
  }
}
