import type { ReactNode } from 'react';
import { count, formatNumber } from '../../ui/format.ts';

/** What the figures mean, after how much of the library they are of while it is looked at. */
export function LookedNote({ sums: { looked, of }, children }: { sums: { looked: number; of: number }; children: ReactNode }) {
  return (
    <p className="dim small pad-top-3 pad-bottom-5 pad-x-4">
      <span role="status">{looked < of && `${formatNumber(looked)} of ${count(of, 'session')} read so far. `}</span>
      {children}
    </p>
  );
}
