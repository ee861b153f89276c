import { z } from 'zod';
import { FormatRow } from '../model/index.ts';
import { empty } from './inputs.ts';

/** What is known of the agents whose logs are read. */
export const formatsContract = {
  /** One row for each adapter, in the order of the table; it reads no log. */
  'formats.list': { input: empty, output: z.object({ items: z.array(FormatRow) }) },
} as const;
