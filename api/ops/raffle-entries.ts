import type pg from 'pg';
import { isUuid } from '../../contracts/uuid.ts';
import { auditLedger } from '../../ledger/audit/audit-ledger.ts';
import { type Entrant, type Entrants, EntrantsOf, unlessErased } from '../../ledger/audit/entrants.ts';
import { openLedger } from '../../ledger/audit/sources/open.ts';
import { faultInWords, Unsound } from '../../ledger/proof/audit/fault.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { freezeEntries } from '../../ledger/proof/frozen-entries.ts';
import { raffleIdOf } from '../../ledger/proof/raffle-id.ts';
import { BadOption } from '../../ledger/typed-options.ts';
import { ArrayParameter } from '../../projector/array-parameter.ts';
import type { Config } from '../config.ts';
import { connectToProgram } from './connect.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Outcome, Tell } from './outcome.ts';
import { reachStores } from './reach-stores.ts';

/** Entries that one statement writes. */
const PAGE = 10_000;

/** `raffle-entries RAFFLE`: makes the kept entries of a raffle of the ledger, where Postgres has lost them. */
export async function raffleEntriesCommand(
  args: readonly string[],
  config: Config,
  tell: Tell,
): Promise<Outcome> {
  const raffleId = raffleOf(args);
  const stores = await reachStores(config, tell);
  try {
    // What is wrong with Postgres is said before the ledger is read, and not an hour later.
    await (await connectToProgram(stores.databaseUrl)).end();
    tell('Reads the whole ledger, and judges it.');
    const entrants = await entrantsOf(config, stores.ledger, raffleId);
    const client = await connectToProgram(stores.databaseUrl);
    try {
      if (await areKept(client, raffleId, entrants))
        return {
          text: 'The entries that are kept are those of the ledger: nothing was changed.',
          exitCode: 0,
        };
      const users = entrants.users ?? [];
      await keepEntries(client, raffleId, { ...entrants, users });
      const text = `${users.length} entries were made of the ledger, and have the root that it names. A draw that was parked for them goes on when its event is retried: npm run ops -- retry-parked`;
      return { text, exitCode: 0 };
    } finally {
      await client.end();
    }
  } finally {
    await stores.close();
  }
}

/** @throws BadOption */
function raffleOf([raffle = '', ...more]: readonly string[]): string {
  const isNumber = /^[1-9]\d{0,8}$/.test(raffle);
  if (more.length > 0 || !(isNumber || isUuid(raffle)))
    throw new BadOption('Name one raffle, by its number or its id: raffle-entries RAFFLE');
  return isNumber ? raffleIdOf(Number(raffle)) : raffle.toLowerCase();
}

/** @throws OpsRefused where the ledger is not sound, or has no entries of the raffle that could be kept */
async function entrantsOf(config: Config, ledger: string, raffleId: string): Promise<Entrants> {
  const fold = new EntrantsOf(raffleId);
  const source = await openLedger(ledger);
  try {
    await auditLedger(source, {
      superAdmin: config.superAdminWallet,
      formerSuperAdmins: config.formerSuperAdmins,
      // One that was restored names positions of the store before.
      isMoved: true,
      onEvents: async (events) => {
        for (const event of events) fold.add(event);
      },
    });
  } catch (error) {
    if (!(error instanceof Unsound)) throw error;
    throw new OpsRefused(
      `The ledger is not sound: nothing is made of it. ${faultInWords(error.fault)}`,
      error,
    );
  } finally {
    await source.close();
  }
  const found = fold.found();
  if (!found)
    throw new OpsRefused(
      `The ledger has no frozen entries of raffle ${raffleId}: where it was begun, the program freezes them itself.`,
    );
  if (!found.users)
    throw new OpsRefused(
      `The accounts of no moment since raffle ${raffleId} began have the root that it names: nothing was changed.`,
    );
  return found;
}

async function areKept(client: pg.Client, raffleId: string, { root }: Entrants): Promise<boolean> {
  const { rows } = await client.query<{ ids: Buffer | null }>(
    `select string_agg(uuid_send(user_id), '') as ids from raffles.frozen_users where raffle_id = $1`,
    [raffleId],
  );
  const ids = new Uint8Array(rows[0]?.ids ?? []);
  return ids.length > 0 && bytesToHex(freezeEntries(raffleId, ids).tree.root) === root;
}

/** All of them or none. A draw that reads them meanwhile finds what was there before, and waits as it did. */
async function keepEntries(
  client: pg.Client,
  raffleId: string,
  { position, users }: { readonly position: Entrants['position']; readonly users: readonly Entrant[] },
): Promise<void> {
  await client.query('begin');
  // Erasures that the ledger was not asked for any more are seen, and later ones find the entries and change their names.
  await client.query('lock table vault.erasures in share mode');
  await client.query(
    `insert into raffles.frozen (raffle_id, commit, prepare) values ($1, $2, $3)
     on conflict (raffle_id) do update set commit = excluded.commit, prepare = excluded.prepare`,
    [raffleId, position.commit, position.prepare],
  );
  // Behind the row of the raffle, for which somebody who does the same waits.
  await client.query('delete from raffles.frozen_users where raffle_id = $1', [raffleId]);
  for (let from = 0; from < users.length; from += PAGE) {
    const page = await named(client, users.slice(from, from + PAGE));
    await client.query(
      `insert into raffles.frozen_users (raffle_id, user_id, username, wallet_address)
       select $1, * from unnest($2::uuid[], $3::text[], $4::text[])`,
      [
        raffleId,
        new ArrayParameter(
          'uuid',
          page.map(({ userId }) => userId),
        ),
        page.map(({ username }) => username),
        page.map(({ walletAddress }) => walletAddress),
      ],
    );
  }
  await client.query('commit');
}

async function named(client: pg.Client, users: readonly Entrant[]): Promise<readonly Entrant[]> {
  const { rows } = await client.query<{ user_id: string; revision: string }>(
    'select user_id, revision from vault.erasures where user_id = any($1::uuid[])',
    [
      new ArrayParameter(
        'uuid',
        users.map(({ userId }) => userId),
      ),
    ],
  );
  const erasedAt = new Map(rows.map(({ user_id, revision }) => [user_id, BigInt(revision)]));
  return users.map((user) => unlessErased(user, erasedAt.get(user.userId)));
}
