import type { View } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { useColumns } from '../tape/useColumns.ts';
import { withLimitOf } from './figures.ts';

/** A view with the limit that the timeline of its tape shows. */
export function useWindowOf(view: View): View {
  const model = useTape(view.tape).data?.tape.model ?? null;
  return withLimitOf(view, { model, limit: useColumns(view.tape).data?.limit ?? null });
}
