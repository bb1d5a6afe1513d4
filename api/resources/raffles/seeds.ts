import { createHash, randomBytes } from 'node:crypto';
import { type RafflePorts, SeedClosed } from '../../../ledger/raffles/raffle-ports.ts';
import type { Database } from '../../../projector/database.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import { type MasterKeys, openWithMaster, sealPlaces, sealWithMaster } from '../../vault/master-key.ts';

const SEED_BYTES = 32;

/** Keeps the seeds of raffles that were not drawn yet, sealed with the master key. */
export function sealedSeeds(
  db: Database,
  masterKeys: MasterKeys,
): Pick<RafflePorts, 'createSeed' | 'revealSeed'> {
  return {
    async createSeed(number) {
      const seed = randomBytes(SEED_BYTES);
      const hash = createHash('sha256').update(seed).digest('hex');
      await db.query('insert into raffles.seeds (hash, number, sealed) values ($1, $2, $3)', [
        hash,
        number,
        sealWithMaster(masterKeys, sealPlaces.raffleSeed(hash), seed),
      ]);
      return hash;
    },
    async revealSeed(hash) {
      // What a standby lacks is not lost, and it locks no rows.
      const { rows } = await db.query<{ sealed: string }>(
        'select sealed from raffles.seeds where hash = $1 for key share',
        [hash],
      );
      if (!rows[0]) return undefined;
      try {
        return openWithMaster(masterKeys, sealPlaces.raffleSeed(hash), rows[0].sealed).toString('hex');
      } catch (error) {
        if (error instanceof SealBroken) throw new SeedClosed(error);
        throw error;
      }
    },
  };
}
