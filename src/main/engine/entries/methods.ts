import type { Preview } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Engine } from '../engine.ts';
import { formatById } from '../formats/index.ts';
import { lazily } from '../lazily.ts';
import { CHANGED, cut } from '../text/excerpt.ts';
import { alteredIn } from './altered.ts';
import { withoutImages } from './images.ts';

/** What entries say: a first line for lists, everything for the inspector. Always read from the source bytes. */
export function entryMethods({
  catalog,
}: Pick<Engine, 'catalog'>): Pick<Handlers, 'entries.previews' | 'entries.get' | 'entries.read' | 'entries.image'> {
  return {
    // An inspector follows links; a view of the terminal reads previews only.
    ...lazily(['entries.get', 'entries.image'], async () => {
      const { detailOf, imageOf } = await import('./detail.ts');
      return {
        'entries.get': ({ tape, seq }) => detailOf(catalog, formatById, tape, seq),
        'entries.image': ({ tape, seq, at }) => imageOf(catalog, tape, seq, at),
      };
    }),
    ...lazily(['entries.read'], async () => {
      const { conversationOf } = await import('./conversation.ts');
      return {
        'entries.read': async ({ tape: id, seqs, more }) => {
          const tape = catalog.tape(id);
          return { items: await conversationOf({ catalog, format: formatById(tape.format), tape, more }, seqs) };
        },
      };
    }),
    'entries.previews': async ({ tape: id, seqs, chars, lines }) => {
      const tape = catalog.tape(id);
      const rows = catalog.entriesAt(tape.id, seqs);
      const records = await loadRecords(tape, rows);
      const format = formatById(tape.format);
      const altered = await alteredIn(tape, rows, records);
      const said = lines === true ? await (await import('./called.ts')).linesOf(catalog, tape, format, rows, records) : null;
      const items = rows.map(({ seq }, at): Preview => {
        const record = records[at];
        if (!record) return { seq, text: CHANGED, cut: false };
        const whole = withoutImages(format.preview(record));
        const text = cut(whole, chars);
        const line = said?.get(seq);
        return { seq, text, cut: text.length < whole.length, ...(line && { line }), ...(altered.has(seq) && { altered: true as const }) };
      });
      return { items };
    },
  };
}
