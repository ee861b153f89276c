import type { Json } from '../../formats/format.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { tempFolder, writeFile } from '../files.ts';
import { type Drawing, nameOf } from './drawing.ts';

/** Writes records as sessions of an agent are written, in a folder of their own; answers the path. */
export function writeDrawn(drawing: Pick<Drawing, 'document' | 'folder' | 'file'>, records: readonly Json[]): string {
  return writeFile(tempFolder(), nameOf(drawing), drawing.document?.(records) ?? records);
}

/** The same, in a catalog of their own. */
export function importDrawn(drawing: Drawing, records: readonly Json[]): ImportedTape {
  return importFile(writeDrawn(drawing, records));
}
