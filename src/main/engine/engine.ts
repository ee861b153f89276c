import type { Push, Settings } from '../../shared/rpc/contract.ts';
import type { Catalog } from './catalog/types.ts';
import type { Ingest } from './ingest/ingest.ts';

export interface EngineOptions {
  /** Folder for Tapescope's own data: catalog, settings. Default `~/.tapescope`, or TAPESCOPE_HOME. */
  home: string;
  host: 'desktop' | 'browser' | 'terminal';
  readOnly: boolean;
  /** Folder with the sample tapes; null where there are none. */
  samples: string | null;
}

/** Everything below the RPC door, opened once per process. */
export interface Engine {
  readonly options: EngineOptions;
  readonly catalog: Catalog;
  readonly ingest: Ingest;
  /** One sentence where the catalog was damaged or of another version and had to be rebuilt. */
  readonly note: string | null;
  /** Resolves when what a damaged catalog knew is read again. Calls of the contract wait for that by themselves. */
  mended(): Promise<void>;
  settings(): Settings;
  saveSettings(change: Partial<Settings>): Settings;
  /** Calls `listener` for every push until the returned function is called. */
  subscribe(listener: (push: Push) => void): () => void;
  close(): Promise<void>;
}
