import type * as Formats from '../formats/index.ts';
import { toy } from './toy-format.ts';

/** The table of formats with the toy in it: `vi.mock('../formats/index.ts', withToy)`. */
export const withToy = async (original: () => Promise<unknown>): Promise<typeof Formats> => {
  const real = (await original()) as typeof Formats;
  return {
    ...real,
    formats: [...real.formats, toy],
    formatById: (id) => (id === toy.id ? toy : real.formatById(id)),
    detect: (sample) => (toy.detect(sample) > 0.5 ? toy : real.detect(sample)),
  };
};
