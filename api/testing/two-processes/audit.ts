import { expect } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import type { AdminEvent } from '../../../contracts/events/admins.ts';
import { type LedgerEvent, parseStream } from '../../../contracts/events/ledger-event.ts';
import type { ReservationEvent } from '../../../contracts/events/reservation.ts';
import { comparePositions, formatPosition } from '../../../contracts/ledger-position.ts';
import { postingsOf } from '../../../ledger/accounts/postings.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { type ReservationState, reservation } from '../../../ledger/reservations/reservation.ts';
import { expectWholeChains } from '../../../ledger/testing/expect-whole-chains.ts';
import { isAcknowledged, type Sent } from './sent.ts';

type Event = StoredEvent<LedgerEvent>;

/** What the ledger alone must show, whatever was killed and broken while it was written. */
export function auditLedger(stored: readonly StoredEvent[], sent: readonly Sent[], superAdmin: string): void {
  // What the ledger gives is checked against its type's schema.
  const events = stored as unknown as readonly Event[];
  expectWholeChains(events);
  expectOneEffect(events);
  expectAcknowledged(events, sent);
  expectSoundBalances(events);
  expectRightsHeld(events, superAdmin);
  expectOneOwner(events);
  expectActsDoneOnce(events);
}

/** The events of a command stand together in each stream, and nothing was paid for twice. */
function expectOneEffect(events: readonly Event[]): void {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const last = new Map<string, bigint>();
  const paid = new Set<string>();
  const once = (what: string) => {
    expect(paid, what).not.toContain(what);
    paid.add(what);
  };
  for (const { stream, revision, metadata, ...event } of events) {
    const command = `${stream} ${metadata.commandId}`;
    const before = last.get(command);
    expect(before === undefined || before + 1n === revision, `${command} at ${before} and ${revision}`).toBe(
      true,
    );
    last.set(command, revision);
    if (event.type === 'RewardsClaimed') once(`claim ${event.data.claimId}`);
    if (event.type !== 'RewardGranted') continue;
    const { grantId, source, ref } = event.data;
    once(`grant ${grantId}`);
    if (ref !== undefined) once(`${stream} ${source} ${ref}`);
    if (source === 'welcome') once(`${stream} welcome`);
  }
}

/** What was answered with a yes is there once; where the yes names a position, there. */
function expectAcknowledged(events: readonly Event[], sent: readonly Sent[]): void {
  const byCommand = Map.groupBy(events, ({ metadata }) => metadata.commandId);
  const byPosition = new Map(events.map((event) => [formatPosition(event.position), event]));
  for (const command of sent) {
    const { name, event, commandId, answers, told } = command;
    const effects = (byCommand.get(commandId) ?? []).filter(({ type }) => type === event);
    const what = `${name} ${commandId}: ${JSON.stringify(answers.map(({ status, body }) => [status, body]))}`;
    if (event && isAcknowledged(command)) expect(effects.length, what).toBe(1);
    else expect(effects.length, what).toBeLessThanOrEqual(1);
    const yes = answers.filter(({ status }) => status === 200);
    for (const { position } of yes) if (position) expect(byPosition.has(position), what).toBe(true);
    if (told)
      expect(new Set(yes.map(({ body }) => JSON.stringify(told(body)))).size, what).toBeLessThanOrEqual(1);
  }
}

/** Every event's postings add up to zero, and after each 0 ≤ claimed ≤ granted. */
function expectSoundBalances(events: readonly Event[]): void {
  const balances = new Map<string, bigint>();
  for (const event of events) {
    const stream = parseStream(event.stream);
    if (stream?.category !== 'account') continue;
    const postings = postingsOf(event, stream.id);
    expect(
      postings.reduce((sum, { amount }) => sum + amount, 0n),
      event.id,
    ).toBe(0n);
    for (const { account, amount } of postings) {
      const balance = (balances.get(account) ?? 0n) + amount;
      balances.set(account, balance);
      // Granted is what is claimable and what is claimed together.
      if (account.startsWith('user:'))
        expect(balance, `${account} after ${event.id}`).toBeGreaterThanOrEqual(0n);
    }
  }
}

/** What only an admin may decide. What follows from it, the program does. */
const ACTS: readonly LedgerEvent['type'][] = [
  'AdminAdded',
  'AdminRemoved',
  'AccountReinstated',
  'BalanceCleared',
  'ClaimsHeld',
  'ClaimsReleased',
  'DataExported',
  'MassClearRequested',
  'MassResetRequested',
  'MassRestoreRequested',
  'RaffleCommitted',
  'RewardRevoked',
  'PrizeForgone',
];

/** Each act of an admin names a right that stood when it was done and was not taken before it. */
function expectRightsHeld(events: readonly Event[], superAdmin: string): void {
  // The stream holds these only.
  const changes = events.filter(({ stream }) => stream === 'admins') as unknown as StoredEvent<AdminEvent>[];
  const isOf = (wallet: string) => (change: StoredEvent<AdminEvent>) =>
    'wallet' in change.data && change.data.wallet.toLowerCase() === wallet.toLowerCase();
  for (const { type, id, stream, position, data, metadata } of events) {
    const { actor, right } = metadata;
    const isAct =
      ACTS.includes(type) ||
      (type === 'AccountRemoved' && actor.kind === 'admin') ||
      (type === 'RewardGranted' && (data.source === 'admin' || data.source === 'raffle'));
    const isMass = type === 'BalanceCleared' && actor.kind === 'system';
    if (isAct && !isMass) expect(right, `${type} ${id} of ${stream} names no right`).toBeDefined();
    if (!right) continue;
    const wallet = actor.wallet ?? '';
    if (right.role === 'superAdmin') {
      expect(wallet.toLowerCase(), `${type} ${id}`).toBe(superAdmin.toLowerCase());
      continue;
    }
    const known = changes.filter(({ revision }) => revision <= BigInt(right.adminsRevision));
    expect(known.findLast(isOf(wallet))?.type, `${type} ${id} by ${wallet}`).toBe('AdminAdded');
    const removal = changes
      .slice(known.length)
      .find((change) => change.type === 'AdminRemoved' && isOf(wallet)(change));
    if (!removal) continue;
    expect(comparePositions(position, removal.position), `${type} ${id} after ${removal.id}`).toBeLessThan(0);
  }
}

/** A wallet, a name and a verified address belong to one account each, and the reservation says so too. */
function expectOneOwner(events: readonly Event[]): void {
  const reserved = new Map<string, ReservationState>();
  const ownerOf = (name: string) => reserved.get(name)?.owner;
  const names = new Map<string, string>();
  const wallets: string[] = [];
  const addresses: string[] = [];
  for (const event of events) {
    const stream = parseStream(event.stream);
    if (event.type === 'Reserved' || event.type === 'Released' || event.type === 'Confirmed') {
      // A value may be in use more than once: the end of one use does not free it.
      const before = reserved.get(event.stream) ?? reservation.initialState;
      reserved.set(event.stream, reservation.evolve(before, event as StoredEvent<ReservationEvent>));
    }
    if (stream?.category !== 'account') continue;
    // An account's stream holds account events only.
    const { type, data } = event as StoredEvent<AccountEvent>;
    if (type === 'UsernameChanged') names.set(stream.id, data.username.toLowerCase());
    if (type === 'EmailVerified') addresses.push(data.emailHash);
    if (type === 'AccountOpened' && data.walletAddress) {
      const wallet = data.walletAddress.toLowerCase();
      wallets.push(wallet);
      expect(ownerOf(`wallet-${wallet}`), wallet).toBe(stream.id);
    }
  }
  for (const all of [wallets, addresses, [...names.values()]]) expect(new Set(all).size).toBe(all.length);
  for (const [userId, name] of names) expect(ownerOf(`username-${name}`), name).toBe(userId);
}

/** Acts on all accounts have ended, and touched each account once; raffles are over, and each place was settled once. */
function expectActsDoneOnce(events: readonly Event[]): void {
  const done = new Set<string>();
  const once = (what: string) => {
    expect(done, what).not.toContain(what);
    done.add(what);
  };
  for (const { type, stream, data } of events) {
    if (type === 'RewardsReset' || type === 'RewardsRestored') once(`${type} ${stream} ${data.resetId}`);
    if (/^Mass\w+(Requested|Completed)$/.test(type) && 'requestId' in data) once(`${type} ${data.requestId}`);
    if (type === 'PrizePaid' || type === 'PrizeSkipped') once(`${stream} place ${data.place}`);
    if (type === 'RaffleCommitted' || type === 'RaffleDrawn' || type === 'RaffleCompleted')
      once(`${type} ${stream}`);
  }
  for (const what of done) {
    const [type, id] = what.split(' ');
    if (type?.endsWith('Requested'))
      expect(done).toContain(`${type.replace('Requested', 'Completed')} ${id}`);
  }
}
