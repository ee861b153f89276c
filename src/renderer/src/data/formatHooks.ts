import { useQuery } from '@tanstack/react-query';
import type { FormatRow } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

const NONE: readonly FormatRow[] = [];

/** What is known of the agents whose logs are read; nothing until the engine has said it. */
export const useFormats = (): readonly FormatRow[] => {
  const client = useClient();
  const formats = useQuery({ queryKey: keys.formats, queryFn: () => client.call('formats.list', {}), staleTime: Number.POSITIVE_INFINITY });
  return formats.data?.items ?? NONE;
};

/** The one that wrote a tape. */
export const useFormat = (id: string | null | undefined): FormatRow | null => useFormats().find((format) => format.id === id) ?? null;
