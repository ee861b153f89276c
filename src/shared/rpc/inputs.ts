import { z } from 'zod';

/** What most calls take in. */

/** Id of a tape. */
export const tape = z.string().min(1).max(200);
/** Number of an entry or a step, from 1. */
export const seq = z.number().int().min(1);
/** Path of a file or folder on this machine. */
export const path = z.string().min(1).max(4096);
export const empty = z.object({});
