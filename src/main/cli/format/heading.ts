import type { TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import type { Layout } from './style.ts';
import { truncate, truncateStart } from './width.ts';

/** Title and file of a tape, the two lines above every answer about one. */
export function heading(tape: TapeRow, { width, style }: Layout): string[] {
  const title = clean(tape.title);
  const place = `${tape.format}  ${truncateStart(clean(tape.file), width - tape.format.length - 2)}`;
  return [...(title === '' ? [] : [style.bold(truncate(title, width))]), style.dim(place)];
}
