import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { readAccount } from '../../accounts/read-account.ts';
import { NodeBehind } from '../../aggregates.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import type { EventStore } from '../../event-store.ts';
import type { CommandHandler } from '../../handle-command.ts';
import type { Process } from '../../processes/process.ts';
import type { Database } from '../world/database.ts';
import { nextCall } from '../world/errand.ts';
import type { Life } from '../world/life.ts';
import type { World } from '../world/world.ts';

/** By account, its key, and how many of its erasures were carried out: tables that outlive every replica. */
export type VaultTables = {
  readonly keys: Map<string, string>;
  readonly erasures: Map<string, number>;
};

/** What the program's vault does, as far as the ledger rests on it. */
export type SimulatedVault = {
  /** Names the account's key, which is made at the first use. */
  readonly seal: (userId: string) => Promise<string>;
  /** How often an account was erased; all of that is carried out then. @throws LedgerUnavailable */
  readonly erasures: (userId: string) => Promise<number>;
  /** Deletes the account's key, once an erasure, and gives how often it was erased. @throws LedgerUnavailable */
  readonly erase: (userId: string, atLeast?: bigint) => Promise<number>;
};

type Grounds = {
  readonly world: World;
  readonly database: Database;
  readonly vault: VaultTables;
};

export function simulatedVault(
  { world, database, vault }: Grounds,
  life: Life,
  handler: CommandHandler,
  store: Pick<EventStore, 'readStream'>,
): SimulatedVault {
  const carriedOut = (userId: string) => vault.erasures.get(userId) ?? 0;
  const erase: SimulatedVault['erase'] = async (userId, atLeast = -1n) => {
    const stream = streamOf('account', userId);
    let [erasures, last] = [0, -1n];
    for await (const { type, revision } of store.readStream(stream, 0n)) {
      if (type !== 'PersonalDataErased') continue;
      erasures += 1;
      last = revision;
    }
    if (last < atLeast) throw new NodeBehind(stream, atLeast);
    await database.statement(life, 'carry an erasure out', () => {
      if (carriedOut(userId) >= erasures) return;
      vault.erasures.set(userId, erasures);
      vault.keys.delete(userId);
    });
    return erasures;
  };
  return {
    seal(userId) {
      const made = world.chance.uuid(nextCall('new key'));
      return database.statement(life, 'find a key', () => {
        const key = vault.keys.get(userId) ?? made;
        vault.keys.set(userId, key);
        return key;
      });
    },
    async erasures(userId) {
      const { erasures } = await readAccount(handler, userId);
      if (erasures === 0) return 0;
      const done = await database.statement(life, 'find erasures', () => carriedOut(userId));
      if (done >= erasures) return erasures;
      if ((await erase(userId)) < erasures)
        throw new LedgerUnavailable(new Error('an erasure is not known there yet'));
      return erasures;
    },
    erase,
  };
}

/** As the program's own: whoever died behind an erasure has left its keys. */
export function eraseKeys({ erase }: SimulatedVault): Process {
  return {
    name: 'erasure',
    laneOf: ({ stream, type }) => (type === 'PersonalDataErased' ? stream : undefined),
    async handle({ stream, type, revision }) {
      if (type === 'PersonalDataErased') await erase(stream.replace(/^account-/, ''), revision);
    },
  };
}
