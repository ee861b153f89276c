import { defaultHome, loadSettings } from '../../engine/app/settings.ts';
import { formatRows } from '../../engine/formats/rows.ts';
import type { Run } from '../command.ts';
import { formatFormats } from '../format/formats.ts';

/** What `formats.list` answers, without the engine: it reads no log and no catalog. */
export const run: Run = async ({ json, terminal }) => {
  const rows = formatRows({ settings: loadSettings(defaultHome()) });
  if (json)
    terminal.json({
      items: rows.map(({ id, name, versions, containers, evidence, rule, agreement, can, roots }) => ({
        ...{ id, name, versions, containers, evidence, rule, agreement, can, roots },
      })),
    });
  else terminal.print(formatFormats(rows, terminal.layout));
  return undefined;
};
