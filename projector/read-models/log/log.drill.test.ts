import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { merkleTree } from '../../../ledger/proof/merkle.ts';
import { beginIn, inTransaction, LIVE_SCHEMA } from '../../database.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { expectToldTwiceIsOnce } from '../../testing/told-twice.ts';
import { findEvent, neighboursOf } from './feed.ts';
import { addTiles } from './tiles.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const KEY = 'rewards.example/ledger+00000000+AAAA';

/** Seals among other events, one key that follows another, and an event that another one caused. */
function history() {
  const ledger = new TestLedger();
  ledger.append('seals', { type: 'NotaryKeySet', data: { verifierKey: KEY, replaces: null } });
  const userId = ledger.open();
  for (let n = 1; n <= 600; n++) {
    const granted = ledger.grant(userId, ONE_EVO);
    if (n === 300) {
      const caused = ledger.grant(userId, 1n);
      const cause = { process: 'referral-rewards', position: formatPosition(granted.position) };
      ledger.events[ledger.events.length - 1] = { ...caused, metadata: { ...caused.metadata, cause } };
    }
    if (n % 200 !== 0) continue;
    const root = createHash('sha256').update(String(n)).digest('hex');
    const seal = { size: n, root, previous: null, position: null, origin: 'rewards.example/ledger' };
    ledger.append('seals', { type: 'LedgerSealed', data: { ...seal, verifierKey: KEY, signature: 'AAAA' } });
  }
  const replaces = { verifierKey: KEY, signature: 'AAAA' };
  ledger.append('seals', { type: 'NotaryKeySet', data: { verifierKey: `${KEY}AA=`, replaces } });
  return ledger.events;
}

test('the log in batches of 7 and of 300, each told twice: events, numbers, tiles, seals and keys', async () => {
  await expectToldTwiceIsOnce(history().slice(0, 280), 7);
  await expectToldTwiceIsOnce(history(), 300);
});

test('an event is told to be sealed once the newest seal holds it, and no sooner', async () => {
  const models = await startTestReadModels();
  onTestFinished(() => models.stop());
  const events = history();
  const grants = events.filter(({ type }) => type === 'RewardGranted');
  // No seal is there yet.
  const first = events.findIndex(({ type }) => type === 'LedgerSealed');
  const isSealed = async ({ id }: { id: string } = { id: '' }) =>
    (await findEvent(models.pool, id))?.isSealed;
  await project(models.pool, events.slice(0, first));
  expect(await isSealed(grants[0])).toBe(false);
  await project(models.pool, events.slice(first));
  const entries = events.filter(({ stream }) => stream !== 'seals');
  expect(await Promise.all([entries[0], entries[599]].map(isSealed))).toEqual([true, true]);
  expect(await Promise.all([entries[600], events[first]].map(isSealed))).toEqual([false, false]);
});

test('what was copied from another store, whose places were others, is a cause or an effect at the right time only', async () => {
  const models = await startTestReadModels();
  onTestFinished(() => models.stop());
  const ledger = new TestLedger();
  const userId = ledger.open();
  const grant = (cause?: LedgerPosition, at = ledger.now + 1_000) => {
    ledger.now = at;
    const event = ledger.grant(userId, ONE_EVO);
    if (!cause) return event;
    const told = { process: 'referral-rewards', position: formatPosition(cause) };
    const caused = { ...event, metadata: { ...event.metadata, cause: told } };
    ledger.events[ledger.events.length - 1] = caused;
    return caused;
  };
  const first = grant();
  // It names a place of the other store, where another event stands here.
  const copied = grant(first.position);
  const same = grant(first.position, Date.parse(first.metadata.occurredAt));
  const own = grant(first.position);
  await project(models.pool, ledger.events);
  const around = async (id: string, movedUntil: LedgerPosition | undefined) => {
    const row = await findEvent(models.pool, id);
    const { causedBy, caused } = await neighboursOf(models.pool, row!, { limit: 9, movedUntil });
    return { causedBy: causedBy?.eventId, caused: caused.map(({ eventId }) => eventId) };
  };
  expect(await around(copied.id, undefined)).toEqual({ causedBy: first.id, caused: [] });
  expect(await around(first.id, undefined)).toEqual({
    causedBy: undefined,
    caused: [copied.id, same.id, own.id],
  });
  expect(await around(copied.id, same.position)).toEqual({ causedBy: undefined, caused: [] });
  expect(await around(same.id, same.position)).toEqual({ causedBy: first.id, caused: [] });
  expect(await around(first.id, same.position)).toEqual({ causedBy: undefined, caused: [same.id, own.id] });
  expect(await around(own.id, same.position)).toEqual({ causedBy: first.id, caused: [] });
});

test('tiles above tiles: 66,000 entries in uneven parts give one of level 1, and its root is that of the first 65,536', async () => {
  const entries = Array.from({ length: 66_000 }, (_, n) => createHash('sha256').update(String(n)).digest());
  const parts = [1, 255, 256, 3, 20_000, 44_999, 486];
  await inTransaction(
    db.pool,
    async (client) => {
      await client.query(
        `insert into log_events (commit, prepare, index, id, hash, stream, revision, type, occurred_at)
         select n, n, n, gen_random_uuid(), sha256(n::text::bytea), 'playlist', n, 'MusicTrackAdded', now()
         from unnest($1::int[]) as n`,
        [parts.flatMap((_, at) => pendingBefore(parts.slice(0, at)))],
      );
      let start = 0;
      for (const count of parts) {
        await addTiles(client, start, entries.slice(start, start + count));
        start += count;
      }
      expect(start).toBe(entries.length);
      const { rows } = await client.query<{ level: number; tiles: string; last: Buffer }>(
        `select level, count(*) as tiles, (array_agg(root order by index desc))[1] as last
         from log_tiles group by level order by level`,
      );
      expect(rows.map(({ level, tiles }) => [level, Number(tiles)])).toEqual([
        [0, 257],
        [1, 1],
      ]);
      const root = (from: number, to: number) => Buffer.from(merkleTree(entries.slice(from, to)).root);
      expect(rows[0]?.last).toEqual(root(256 * 256, 257 * 256));
      expect(rows[1]?.last).toEqual(root(0, 65_536));
    },
    (client) => beginIn(client, LIVE_SCHEMA),
  );
});

/** The entries before the next one that no whole tile holds yet. */
function pendingBefore(parts: readonly number[]): number[] {
  const start = parts.reduce((sum, count) => sum + count, 0);
  return Array.from({ length: start % 256 }, (_, n) => start - (start % 256) + n);
}
