import type { Format } from '../formats/format.ts';
import type * as Formats from '../formats/index.ts';
import { toy } from './toy-format.ts';

/** The table of formats with one more in it, for `vi.mock('../formats/index.ts', …)`. */
export function withFormat(format: Format) {
  return async (original: () => Promise<unknown>): Promise<typeof Formats> => {
    const real = (await original()) as typeof Formats;
    return {
      ...real,
      formats: () => [...real.formats(), format],
      formatById: (id) => (id === format.id ? format : real.formatById(id)),
      likeliest: (sample) => (format.detect(sample) > 0.5 ? [format] : real.likeliest(sample)),
    };
  };
}

export const withToy = withFormat(toy);
