import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectSocial } from '../../../ledger/accounts/connect-social.ts';
import { erasePersonalData } from '../../../ledger/accounts/erase-personal-data.ts';
import { ErasedMeanwhile } from '../../../ledger/accounts/errors.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { type CommandHandler, createCommandHandler } from '../../../ledger/handle-command.ts';
import { startMemoryLedger } from '../../../ledger/testing/memory-ledger.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { answerWithin } from '../../../projector/time-to-answer.ts';
import { PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import type { OAuthVerifier, PlatformTokens } from '../../integrations/social/verifier.ts';
import { migrate } from '../../migrate.ts';
import { createSeals, type Seals } from '../../vault/seal.ts';
import { codeIn, createMessageCodes } from './message-codes.ts';
import { createOAuthStates } from './oauth-states.ts';
import { withProgramToken } from './program-token.ts';
import { returnFromPlatform } from './return-from-platform.ts';
import type { Social } from './social.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

let postgres: TestPostgres;
let pool: Pool;
let seals: Seals;
let now: number;
const clock = () => now;

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  seals = createSeals(pool, [randomBytes(32)]);
});
beforeEach(() => {
  now = Date.parse('2026-03-01T23:59:00Z');
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

describe('the state of a journey', () => {
  test('is good once, for its user and platform', async () => {
    const states = createOAuthStates(pool, clock);
    const userId = randomUUID();
    const { state, challenge } = await states.issue(userId, 'twitter');
    const verifier = await states.redeem(state, userId, 'twitter');
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(await states.redeem(state, userId, 'twitter')).toBeUndefined();
  });

  test('redeemed twenty times at once is redeemed once', async () => {
    const states = createOAuthStates(pool, clock);
    const userId = randomUUID();
    const { state } = await states.issue(userId, 'twitter');
    const redeemed = await Promise.all(
      Array.from({ length: 20 }, () => states.redeem(state, userId, 'twitter')),
    );
    expect(redeemed.filter((verifier) => verifier !== undefined)).toHaveLength(1);
  });

  test('is under way from then on for its user and platform, until its end or as long as a platform is asked', async () => {
    const states = createOAuthStates(pool, clock);
    const userId = randomUUID();
    const end = async (state: string) => states.end(state, 'taken');
    const waitLong = async () => {
      now += 15_000;
    };
    for (const [endIt, outcome] of [
      [end, 'taken'],
      [waitLong, undefined],
    ] as const) {
      const { state } = await states.issue(userId, 'twitter');
      expect(await states.outcomeOf(state, userId, 'twitter')).toBeUndefined();
      await states.redeem(state, userId, 'twitter');
      expect(await states.outcomeOf(state, userId, 'twitter')).toBe('under way');
      await endIt(state);
      expect(await states.outcomeOf(state, userId, 'twitter')).toBe(outcome);
      expect(await states.outcomeOf(state, randomUUID(), 'twitter')).toBeUndefined();
      expect(await states.outcomeOf(state, userId, 'youtube')).toBeUndefined();
    }
  });

  test('tells for ten minutes what it came to', async () => {
    const states = createOAuthStates(pool, clock);
    const userId = randomUUID();
    const { state } = await states.issue(userId, 'twitter');
    await states.redeem(state, userId, 'twitter');
    await states.end(state, 'denied');
    now += 10 * 60_000 - 1;
    expect(await states.outcomeOf(state, userId, 'twitter')).toBe('denied');
    now += 1;
    expect(await states.outcomeOf(state, userId, 'twitter')).toBeUndefined();
  });

  test.each(['another user', 'another platform', 'too late', 'unknown'])(
    '%s: nothing, and it is gone',
    async (fault) => {
      const states = createOAuthStates(pool, clock);
      const userId = randomUUID();
      const { state } = await states.issue(userId, 'twitter');
      if (fault === 'too late') now += 10 * 60_000;
      const given = await states.redeem(
        fault === 'unknown' ? `${state}x` : state,
        fault === 'another user' ? randomUUID() : userId,
        fault === 'another platform' ? 'youtube' : 'twitter',
      );
      expect(given).toBeUndefined();
      expect(await states.outcomeOf(state, userId, 'twitter')).toBeUndefined();
      if (fault !== 'unknown') expect(await states.redeem(state, userId, 'twitter')).toBeUndefined();
    },
  );

  test('the table holds no state', async () => {
    const states = createOAuthStates(pool, clock);
    const { state } = await states.issue(randomUUID(), 'twitter');
    const { rows } = await pool.query('select * from vault.oauth_states');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(state);
  });
});

describe('a message code', () => {
  const owner = () => ({ userId: randomUUID(), walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' });

  test('tells whose it is until it is used or too old', async () => {
    const codes = createMessageCodes(pool, seals, clock);
    const anna = owner();
    const first = await codes.issue(anna, 'instagram');
    expect(first).toMatch(/^EVO-[A-HJ-NP-Z2-9]{8}$/);
    expect(await codes.ownerOf(first, 'instagram')).toEqual(anna);
    expect(await codes.ownerOf(first, 'twitter')).toBeUndefined();
    await codes.consume(first);
    expect(await codes.ownerOf(first, 'instagram')).toBeUndefined();
    const second = await codes.issue(anna, 'instagram');
    expect(second).not.toBe(first);
    now += 15 * 60_000;
    expect(await codes.ownerOf(second, 'instagram')).toBeUndefined();
    expect(await codes.issue(anna, 'instagram')).not.toBe(second);
  });

  test('is the same for all who ask for one of a user at once, and good for as long as the last of them was told', async () => {
    const codes = createMessageCodes(pool, seals, clock);
    const anna = owner();
    const [code = '', ...others] = await Promise.all(
      Array.from({ length: 10 }, () => codes.issue(anna, 'instagram')),
    );
    expect(new Set(others)).toEqual(new Set([code]));
    now += 14 * 60_000;
    expect(await codes.issue(anna, 'instagram')).toBe(code);
    now += 14 * 60_000;
    expect(await codes.ownerOf(code, 'instagram')).toEqual(anna);
    expect(await codes.issue(owner(), 'instagram')).not.toBe(code);
  });

  test.each([
    ['that the release before has replaced', "code_hash = sha256('another')"],
    ['that does not open any more', "sealed_code = left(sealed_code, -4) || 'AAAA'"],
  ])('%s is shown to nobody: there is another one', async (_, change) => {
    const codes = createMessageCodes(pool, seals, clock);
    const anna = owner();
    const first = await codes.issue(anna, 'instagram');
    await pool.query(`update vault.message_codes set ${change} where user_id = $1`, [anna.userId]);
    const second = await codes.issue(anna, 'instagram');
    expect(second).not.toBe(first);
    expect(await codes.ownerOf(second, 'instagram')).toEqual(anna);
    expect(await codes.issue(anna, 'instagram')).toBe(second);
  });

  test('is found in what people write', () => {
    expect(codeIn('evo-abcdefgh')).toBe('EVO-ABCDEFGH');
    expect(codeIn('Hello! My code is EVO-ABCDEFGH, thanks')).toBe('EVO-ABCDEFGH');
    for (const text of ['', 'EVO-ABCDEFG', 'EVO-ABCDEFGHJ', 'XEVO-ABCDEFGH', 'EVO-ABCD0FGH']) {
      expect(codeIn(text), text).toBeUndefined();
    }
  });
});

/** Of a row of tokens: as a damaged disk leaves it. */
const BROKEN = "sealed = left(sealed, -4) || case right(sealed, 4) when 'AAAA' then 'BBBB' else 'AAAA' end";

describe('tokens', () => {
  const tokens = (n: number, more: Partial<PlatformTokens> = {}): PlatformTokens => ({
    accessToken: `access-${n}`,
    refreshToken: `refresh-${n}`,
    expiresAt: new Date(now + 3_600_000),
    ...more,
  });
  const signal = () => AbortSignal.timeout(20_000);
  const itself = async (token: string) => token;

  /** A platform whose refresh tokens are good once, as X's are. */
  function rotating(refuse?: Error) {
    const used: string[] = [];
    const verifier = {
      kind: 'oauth',
      async refresh(refreshToken: string) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (refuse) throw refuse;
        if (used.includes(refreshToken)) throw new PlatformRefused(400, 'invalid_request');
        used.push(refreshToken);
        return tokens(used.length + 1);
      },
    } as unknown as OAuthVerifier; // only `refresh` is called here
    return { verifier, used };
  }

  test('are sealed: the table holds none of them, and a row moved to another user does not open', async () => {
    const store = createTokenStore(pool, seals, clock);
    const [anna, ben] = [randomUUID(), randomUUID()];
    await store.save(anna, 'twitter', tokens(1));
    await store.save(ben, 'twitter', tokens(2));
    const { rows } = await pool.query('select * from vault.social_tokens');
    expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-/);
    expect(await store.accessToken(anna, 'twitter', rotating().verifier, signal())).toBe('access-1');
    await pool.query(
      `update vault.social_tokens set sealed = (select sealed from vault.social_tokens where user_id = $1)
       where user_id = $2`,
      [anna, ben],
    );
    expect(await store.has(ben, 'twitter')).toBe(false);
    expect(await store.accessToken(anna, 'youtube', rotating().verifier, signal())).toBeUndefined();
  });

  test('that do not open are none: the user signs in there again, and has others', async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    await pool.query(`update vault.social_tokens set ${BROKEN} where user_id = $1`, [userId]);
    const current = () => store.accessToken(userId, 'twitter', rotating().verifier, signal());
    expect([await store.has(userId, 'twitter'), await current()]).toEqual([false, undefined]);
    await store.save(userId, 'twitter', tokens(2));
    expect([await store.has(userId, 'twitter'), await current()]).toEqual([true, 'access-2']);
  });

  test('are renewed shortly before they end, once for any number of callers in two processes', async () => {
    const [one, two] = [createTokenStore(pool, seals, clock), createTokenStore(pool, seals, clock)];
    const userId = randomUUID();
    await one.save(userId, 'twitter', tokens(1));
    now += 3_600_000 - 30_000;
    const { verifier, used } = rotating();
    const got = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).accessToken(userId, 'twitter', verifier, signal()),
      ),
    );
    expect(used).toEqual(['refresh-1']);
    for (const outcome of got) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toBe('access-2');
      else expect(outcome.reason).toBeInstanceOf(PlatformUnavailable);
    }
    expect(got.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(10);
    expect(await two.accessToken(userId, 'twitter', verifier, signal())).toBe('access-2');
    now += 3_600_000;
    expect(await two.accessToken(userId, 'twitter', verifier, signal())).toBe('access-3');
    expect(used).toEqual(['refresh-1', 'refresh-2']);
  });

  test('that the platform gives when nobody waits any more are kept: it takes the old ones no more', async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    now += 3_600_000;
    const { verifier, used } = rotating();
    const [given, arrived, patience] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      new AbortController(),
    ];
    const slow: Pick<OAuthVerifier, 'refresh'> = {
      async refresh(refreshToken, until) {
        const renewed = await verifier.refresh(refreshToken, until);
        given.resolve();
        await arrived.promise;
        if (until.aborted) throw new PlatformUnavailable('no answer in time');
        return renewed;
      },
    };
    const waited = expect(store.accessToken(userId, 'twitter', slow, patience.signal)).rejects.toBeInstanceOf(
      PlatformUnavailable,
    );
    await given.promise;
    patience.abort();
    arrived.resolve();
    await waited;
    await store.settled();
    expect(await store.accessToken(userId, 'twitter', verifier, signal())).toBe('access-2');
    expect(used).toEqual(['refresh-1']);
  });

  test('that the platform gives to who may ask Postgres nothing more are kept, and given to all who wait', async () => {
    const { store, userId, verifier, asked, letGo } = await old();
    const began = performance.now();
    const hurried = answerWithin(4_000, () => store.accessToken(userId, 'twitter', verifier, signal()));
    await asked;
    const other = store.accessToken(userId, 'twitter', verifier, signal());
    const passing = vi.spyOn(performance, 'now').mockReturnValue(began + 5_000);
    letGo();
    try {
      expect(await Promise.all([hurried, other])).toEqual(['access-2', 'access-2']);
    } finally {
      passing.mockRestore();
    }
    expect(await store.accessToken(userId, 'twitter', rotating().verifier, signal())).toBe('access-2');
  });

  test('that another replica has renewed meanwhile may be renewed again at once', async () => {
    const userId = randomUUID();
    const { verifier, used } = rotating();
    const other = createTokenStore(pool, seals, clock);
    await other.save(userId, 'twitter', tokens(1));
    now += 3_600_000;
    const leases: unknown[] = [];
    const overtaken = {
      async query(text: string, values?: unknown[]) {
        const isLease = text.includes('set refreshing_until = $4') && leases.push(values) === 1;
        if (isLease) await other.accessToken(userId, 'twitter', verifier, signal());
        return pool.query(text, values);
      },
    } as unknown as Pool; // nothing else is asked of it here
    const store = createTokenStore(overtaken, seals, clock);
    expect(await store.accessToken(userId, 'twitter', verifier, signal())).toBe('access-2');
    // The platform has withdrawn it.
    await other.outdate(userId, 'twitter', 'access-2');
    expect(await other.accessToken(userId, 'twitter', verifier, signal())).toBe('access-3');
    expect(used).toEqual(['refresh-1', 'refresh-2']);
  });

  test("a refresh without a new refresh token keeps the old one, as Google's", async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'youtube', tokens(1));
    const asked: string[] = [];
    const google = {
      kind: 'oauth',
      async refresh(refreshToken: string) {
        asked.push(refreshToken);
        return tokens(9, { refreshToken: undefined });
      },
    } as unknown as OAuthVerifier; // only `refresh` is called here
    now += 3_600_000;
    expect(await store.accessToken(userId, 'youtube', google, signal())).toBe('access-9');
    now += 3_600_000;
    expect(await store.accessToken(userId, 'youtube', google, signal())).toBe('access-9');
    expect(asked).toEqual(['refresh-1', 'refresh-1']);
  });

  test.each([
    new PlatformRefused(400, 'invalid_grant'),
    new PlatformRefused(400, 'invalid_request'),
    new PlatformRefused(401, 'invalid_token'),
    new PlatformRefused(403, 'scope missing'),
  ])('that the platform no longer renews are forgotten, the user signs in again: %s', async (refusal) => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    now += 3_600_000;
    const { verifier } = rotating(refusal);
    expect(await store.accessToken(userId, 'twitter', verifier, signal())).toBeUndefined();
    expect(await store.has(userId, 'twitter')).toBe(false);
  });

  test.each([
    new PlatformUnavailable('no answer in time'),
    new PlatformRefused(401, 'invalid_client'),
    new PlatformRefused(400, 'temporarily_unavailable'),
    // A page of whoever stands before the platform.
    new PlatformRefused(403, 'no reason given'),
    new PlatformRefused(400, 'no reason given'),
    new PlatformRefused(403, 'Client Forbidden'),
  ])('are kept when %s, and the next attempt need not wait', async (fault) => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    now += 3_600_000;
    const failing = store.accessToken(userId, 'twitter', rotating(fault).verifier, signal());
    await expect(failing).rejects.toBe(fault);
    expect(await store.accessToken(userId, 'twitter', rotating().verifier, signal())).toBe('access-2');
  });

  test('of an erased account are gone', async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    await seals.erase(userId);
    expect(await store.has(userId, 'twitter')).toBe(false);
    expect(await store.accessToken(userId, 'twitter', rotating().verifier, signal())).toBeUndefined();
  });

  /** A platform that answers a refresh when it is let go. */
  function slow(refuse?: Error) {
    const asked = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const verifier = {
      kind: 'oauth',
      async refresh() {
        asked.resolve();
        await letGo.promise;
        if (refuse) throw refuse;
        return tokens(2);
      },
    } as unknown as OAuthVerifier; // only `refresh` is called here
    return { verifier, asked: asked.promise, letGo: letGo.resolve };
  }

  /** Somebody's tokens that are to be renewed. */
  async function old(refuse?: Error) {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    now += 3_600_000;
    return { store, userId, ...slow(refuse) };
  }

  /** The same while they are being renewed. */
  async function inRenewal(refuse?: Error) {
    const { store, userId, verifier, asked, letGo } = await old(refuse);
    const renewed = store.accessToken(userId, 'twitter', verifier, signal());
    await asked;
    return { store, userId, verifier, renewed, letGo };
  }

  test('that are erased while they are renewed do not come back', async () => {
    const { store, userId, renewed, letGo } = await inRenewal();
    await seals.erase(userId);
    await store.forget(userId, 'twitter');
    letGo();
    expect(await renewed).toBeUndefined();
    expect(await store.has(userId, 'twitter')).toBe(false);
    const { rowCount } = await pool.query('select from vault.social_tokens where user_id = $1', [userId]);
    expect(rowCount).toBe(0);
  });

  test('that were sealed before their user was erased are kept in vain', async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    const keep = await store.prepare(userId, 'twitter', tokens(1));
    await seals.erase(userId);
    await seals.seal('handle', userId, 'a_new_name');
    await keep();
    expect(await store.has(userId, 'twitter')).toBe(false);
    expect(await store.accessToken(userId, 'twitter', rotating().verifier, signal())).toBeUndefined();
  });

  test('that somebody brings who is erased while the connection is written are kept in vain, too', async () => {
    const ledger = startMemoryLedger();
    const handler = createCommandHandler(ledger.store);
    const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const erasing: CommandHandler = {
      ...handler,
      async handle(request) {
        const result = await handler.handle(request);
        if (!request.dryRun && result.events.length > 0) await seals.erase(userId);
        return result;
      },
    };
    const store = createTokenStore(pool, seals, clock);
    // What a journey back from X asks of them.
    const social = {
      verifiers: {
        twitter: {
          kind: 'oauth',
          exchange: async () => tokens(1),
          identify: async () => ({ platformUserId: '1', handle: 'anna' }),
        },
      },
      states: { redeem: async () => 'verifier', end: async () => undefined },
      seals: { ...seals, handleHash: () => 'a'.repeat(64), erasures: async () => 0 },
      tokens: store,
    } as unknown as Social;
    const parts = { handler: erasing, social, publicUrl: 'https://rewards.example' };
    const query = { code: 'code', state: 'state', error: undefined };
    const returned = await returnFromPlatform(parts, userId, 'twitter', query, testContext());
    expect(returned.outcome).toBe('connected');
    expect(await store.has(userId, 'twitter')).toBe(false);
  });

  test.each([
    ['a first connection', false],
    ['a new sign-in there', true],
  ])('of %s begun before an erasure are not kept, nor is the handle', async (_, isKnown) => {
    const handler = createCommandHandler(startMemoryLedger().store);
    const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const account = { platformUserId: '1', handle: 'anna' };
    const hashed = { handleHash: 'a'.repeat(64), platform: 'twitter', method: 'oauth' } as const;
    if (isKnown) {
      const sealedHandle = await seals.seal('handle', userId, account.handle);
      await connectSocial(handler, { userId, ...hashed, platformUserId: '1', sealedHandle }, testContext());
    }
    const store = createTokenStore(pool, seals, clock);
    const social = {
      verifiers: {
        twitter: {
          kind: 'oauth',
          async exchange() {
            await erasePersonalData(handler, { userId }, testContext());
            await seals.erase(userId);
            return tokens(1);
          },
          identify: async () => account,
        },
      },
      states: { redeem: async () => 'verifier', end: async () => undefined },
      seals: {
        ...seals,
        handleHash: () => hashed.handleHash,
        erasures: async () => (await readAccount(handler, userId)).erasures,
      },
      tokens: store,
    } as unknown as Social; // what a journey back from X asks of it
    const parts = { handler, social, publicUrl: 'https://rewards.example' };
    const query = { code: 'code', state: 'state', error: undefined };
    const back = returnFromPlatform(parts, userId, 'twitter', query, testContext());
    if (!isKnown) await expect(back).rejects.toBeInstanceOf(ErasedMeanwhile);
    await back.catch(() => undefined);
    expect(await store.has(userId, 'twitter')).toBe(false);
    expect((await readAccount(handler, userId)).socials.twitter?.sealedHandle).toBeUndefined();
  });

  test.each([
    ['renewed', undefined],
    ['refused', new PlatformRefused(400, 'invalid_grant')],
  ])('of a new sign-in there stay, when the old ones are %s meanwhile', async (_, refuse) => {
    const { store, userId, verifier, renewed, letGo } = await inRenewal(refuse);
    await store.save(userId, 'twitter', tokens(7));
    letGo();
    expect(await renewed).toBe('access-7');
    expect(await store.accessToken(userId, 'twitter', verifier, signal())).toBe('access-7');
  });

  test.each([
    ['hears nothing', new PlatformUnavailable('no answer in time')],
    ['is refused', new PlatformRefused(400, 'invalid_grant')],
  ])('a replica that stood still and %s leaves them to the one that renews them now', async (_, fault) => {
    const { userId, renewed, letGo } = await inRenewal(fault);
    now += 16_000;
    const [other, third] = [createTokenStore(pool, seals, clock), createTokenStore(pool, seals, clock)];
    const answer = slow();
    const renewedNow = other.accessToken(userId, 'twitter', answer.verifier, signal());
    await answer.asked;
    letGo();
    await expect(renewed).rejects.toBeInstanceOf(PlatformUnavailable);
    const { verifier, used } = rotating();
    await expect(third.accessToken(userId, 'twitter', verifier, signal())).rejects.toThrow('busy');
    answer.letGo();
    expect(await renewedNow).toBe('access-2');
    expect(await third.accessToken(userId, 'twitter', verifier, signal())).toBe('access-2');
    expect(used).toEqual([]);
  });

  test("the program's own that a replica has kept stay, where another one had seen none a moment before", async () => {
    const [slow, quick] = [createTokenStore(pool, seals, clock), createTokenStore(pool, seals, clock)];
    const { verifier, used } = rotating();
    const own = (store: TokenStore) =>
      withProgramToken(store, { refreshToken: 'refresh-1' }, verifier.refresh, signal(), itself);
    const overtaken: TokenStore = {
      ...slow,
      async has(...asked) {
        const isKept = await slow.has(...asked);
        await own(quick);
        return isKept;
      },
    };
    expect(await own(overtaken)).toBe('access-2');
    expect(await own(slow)).toBe('access-2');
    expect(used).toEqual(['refresh-1']);
  });

  const ofProgram = "user_id in (select user_id from vault.social_tokens where platform = 'tiktok')";
  test.each([
    ['no key opens any more', `delete from vault.account_keys where ${ofProgram}`],
    ['do not open with their key', `update vault.social_tokens set ${BROKEN} where platform = 'tiktok'`],
  ])("the program's own that %s make room for those of the settings", async (_, breakThem) => {
    const store = createTokenStore(pool, seals, clock);
    const own = (refreshToken: string) =>
      withProgramToken(store, { refreshToken }, rotating().verifier.refresh, signal(), itself);
    await own('refresh-1');
    await pool.query(breakThem);
    const asked: string[] = [];
    const refresh = async (refreshToken: string) => {
      asked.push(refreshToken);
      return tokens(9);
    };
    const again = withProgramToken(store, { refreshToken: 'new' }, refresh, signal(), itself);
    expect(await again).toBe('access-9');
    expect(asked).toEqual(['new']);
    // Another test finds none.
    await pool.query(`delete from vault.social_tokens where platform = 'tiktok'`);
  });

  test('that were refused because their time was over are not: they can be renewed, or are at this moment', async () => {
    const { store, userId, renewed, letGo } = await inRenewal();
    // By a replica that took it when it was good, and stood still then.
    await createTokenStore(pool, seals, clock).forget(userId, 'twitter', 'access-1');
    letGo();
    expect(await renewed).toBe('access-2');
    expect(await store.has(userId, 'twitter')).toBe(true);
  });

  test('that the platform has refused are forgotten, and no newer ones', async () => {
    const store = createTokenStore(pool, seals, clock);
    const userId = randomUUID();
    await store.save(userId, 'twitter', tokens(1));
    await store.save(userId, 'twitter', tokens(2));
    await store.forget(userId, 'twitter', 'access-1');
    expect(await store.accessToken(userId, 'twitter', rotating().verifier, signal())).toBe('access-2');
    await store.forget(userId, 'twitter', 'access-2');
    expect(await store.has(userId, 'twitter')).toBe(false);
  });
});
