import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWitness, type RunningWitness } from '../witness.ts';
import { LOG, NAME, seedOf } from './two-histories.ts';

export type Witnesses = {
  /** The name of a folder that is not there yet. */
  newFolder(): string;
  /** A witness of the log, in a folder of its own unless one is given. */
  open(where?: string, onContradiction?: (why: string, file: string) => void): Promise<RunningWitness>;
  /** Closes one before the others. */
  close(witness: RunningWitness): Promise<void>;
  /** Closes those that are open, and deletes what they kept. */
  end(): Promise<void>;
};

/** Witnesses with one name and key, which keep what they see below one folder. */
export async function createWitnesses(): Promise<Witnesses> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-witness-'));
  const opened = new Set<RunningWitness>();
  let nextFolder = 0;
  const newFolder = () => join(folder, String(nextFolder++));
  return {
    newFolder,
    async open(where = newFolder(), onContradiction) {
      const options = {
        folder: where,
        name: NAME,
        seed: seedOf(2),
        logKeys: [LOG],
        now: () => 1_800_000_000_000,
      };
      const witness = await openWitness({ ...options, ...(onContradiction && { onContradiction }) });
      opened.add(witness);
      return witness;
    },
    async close(witness) {
      opened.delete(witness);
      await witness.close();
    },
    async end() {
      await Promise.all([...opened].map((witness) => witness.close()));
      await rm(folder, { recursive: true });
    },
  };
}
