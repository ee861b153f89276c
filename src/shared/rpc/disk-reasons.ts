// The one table of what a disk answers, in words. Without the schema library, so that the terminal starts without it.

/** Why something cannot be read or written, by the start of the code of the failure: "it is a folder". */
const REASONS: readonly (readonly [start: string, reason: string])[] = [
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['ELOOP', 'it is a circular link, or a link where none may be'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EFBIG', 'the file is at its size limit'],
  ['EROFS', 'the disk is read-only'],
  ['EEXIST', 'something else is in its place'],
  ['ENOTEMPTY', 'the folder is not empty'],
  ['EXDEV', 'it is on another disk'],
  ['EBUSY', 'another program is using it'],
  ['ETXTBSY', 'another program is using it'],
  ['EAGAIN', 'another program is using it'],
  ['EIO', 'the disk reports an error'],
  ['ENXIO', 'there is no such device'],
  ['ENODEV', 'there is no such device'],
  ['ESTALE', 'the server of this disk no longer has it'],
  ['ENOTCONN', 'the server of this disk does not answer'],
  ['ETIMEDOUT', 'the server of this disk does not answer'],
  ['EINVAL', 'the disk cannot do that with it'],
  ['ENOTSUP', 'the disk cannot do that with it'],
  ['EOPNOTSUPP', 'the disk cannot do that with it'],
  ['ENOMEM', 'there is not enough memory'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is too large'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR', 'the disk reports an error'],
  ['SQLITE_READONLY', 'it is read-only'],
  ['SQLITE_CANTOPEN', 'it cannot be opened'],
  ['SQLITE_PERM', 'permission is denied'],
  ['SQLITE_AUTH', 'permission is denied'],
  ['SQLITE_BUSY', 'another program has locked it for too long'],
  ['SQLITE_LOCKED', 'another program has locked it for too long'],
  ['SQLITE_NOMEM', 'there is not enough memory'],
  ['SQLITE_TOOBIG', 'it is too large'],
];

/** Calls to the system that change something. */
const WRITES =
  /^(?:write|mkdir|mkdtemp|rename|unlink|rmdir|rm|ftruncate|truncate|fsync|fdatasync|link|symlink|copyfile|chmod|fchmod|utime|futime)/;
const FULL = /^(?:ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_(?:FULL|READONLY|BUSY|LOCKED))/;

const codeOf = (failure: Error): string => ('code' in failure && typeof failure.code === 'string' ? failure.code : '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The reason for a code of the system or of SQLite; null for one that is not in the table. */
export function diskReason(code: string): string | null {
  return REASONS.find(([start]) => code === start || code.startsWith(`${start}_`))?.[1] ?? null;
}

/**
 * What a disk refused, as an error code and one sentence that names the path where the failure does; null for a failure of any other kind,
 * which is a bug.
 */
export function diskFailure(
  failure: unknown,
): { code: 'bad-input' | 'unreadable' | 'unwritable'; message: string; details?: Record<string, unknown> } | null {
  if (!(failure instanceof Error)) return null;
  const code = codeOf(failure);
  if (code === 'ERR_INVALID_ARG_VALUE' && failure.message.includes('null bytes'))
    return { code: 'bad-input', message: 'A path cannot hold a NUL character.' };
  const reason = diskReason(code);
  if (reason === null) return null;
  const { path, syscall } = failure as { path?: unknown; syscall?: unknown };
  const named = textOf(path);
  const written = WRITES.test(textOf(syscall)) || FULL.test(code);
  const what = named === '' ? (code.startsWith('SQLITE_') ? 'A database of Tapescope' : 'A file') : named;
  return {
    code: written ? 'unwritable' : 'unreadable',
    message: `${what} cannot be ${written ? 'written' : 'read'}: ${reason}.`,
    details: { cause: code, ...(named !== '' && { path: named }) },
  };
}
