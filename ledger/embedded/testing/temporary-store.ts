import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../start.ts';
import type { TestSettings } from '../test-settings.ts';

export type TemporaryStore = {
  readonly folder: string;
  readonly file: string;
  readonly store: EmbeddedEventStore;
  /** Closes the node and removes its folder. */
  dispose(): Promise<void>;
};

/** A node of its own in a folder of its own, for one test file. */
export async function startTemporaryStore(testing?: TestSettings): Promise<TemporaryStore> {
  const folder = await temporaryFolder();
  const file = join(folder, 'ledger.sqlite');
  const store = await startEmbeddedEventStore({ file, ...(testing && { testing }) });
  return {
    folder,
    file,
    store,
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'evo-ledger-'));
}
