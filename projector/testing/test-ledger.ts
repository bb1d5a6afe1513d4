import { randomUUID } from 'node:crypto';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import type { Actor } from '../../contracts/events/event.ts';
import { type LedgerEvent, streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';

/** A ledger in memory for tests of the read side: it gives events their revisions and positions. */
export class TestLedger {
  readonly events: RecordedEvent[] = [];
  readonly #revisions = new Map<string, bigint>();
  readonly #listeners = new Set<() => void>();
  /** Milliseconds since the epoch of the next event's `occurredAt`. */
  now = Date.UTC(2026, 0, 1);

  /** Who causes the next events. */
  actor: Actor = { kind: 'system' };

  append(stream: string, event: LedgerEvent): RecordedEvent {
    const revision = (this.#revisions.get(stream) ?? -1n) + 1n;
    this.#revisions.set(stream, revision);
    // Gaps between positions, as in a real transaction log.
    const at = BigInt(this.events.length + 1) * 100n;
    const recorded: RecordedEvent = {
      ...event,
      id: randomUUID(),
      stream,
      revision,
      position: { commit: at, prepare: at },
      metadata: {
        schemaVersion: 1,
        commandId: randomUUID(),
        inputHash: '0'.repeat(64),
        actor: this.actor,
        occurredAt: new Date(this.now).toISOString(),
        prevHash: null,
        correlationId: randomUUID(),
      },
    };
    this.events.push(recorded);
    for (const wake of this.#listeners) wake();
    return recorded;
  }

  account(userId: string, event: AccountEvent): RecordedEvent {
    return this.append(streamOf('account', userId), event);
  }

  newWallet(): string {
    return `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`;
  }

  /** Opens an account with a wallet of its own and returns its user id. */
  open(
    options: { readonly userId?: string; readonly referrerId?: string; readonly walletAddress?: string } = {},
  ): string {
    const { userId = randomUUID(), walletAddress = this.newWallet() } = options;
    this.append(streamOf('wallet', walletAddress.toLowerCase()), { type: 'Reserved', data: { userId } });
    const { referrerId } = options;
    this.account(userId, {
      type: 'AccountOpened',
      data: { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) },
    });
    return userId;
  }

  /** `amount` in base units. */
  grant(
    userId: string,
    amount: bigint,
    about: { readonly source?: RewardSource; readonly reason?: string; readonly ref?: string } = {},
  ): RecordedEvent {
    const { source = 'admin', reason = 'Well done', ref } = about;
    const data = { grantId: randomUUID(), amount: formatEvo(amount), source, reason };
    return this.account(userId, {
      type: 'RewardGranted',
      data: ref === undefined ? data : { ...data, ref },
    });
  }

  claim(userId: string, amount: bigint): RecordedEvent {
    return this.account(userId, {
      type: 'RewardsClaimed',
      data: { claimId: randomUUID(), amount: formatEvo(amount) },
    });
  }

  /** The port of the event store over this ledger; `break` cuts every subscription as a lost connection does. */
  store(): EventStore & { break(): void; hang(): void; readonly subscriptions: number } {
    let generation = 0;
    let hanging = false;
    let subscriptions = 0;
    const { events } = this;
    const listeners = this.#listeners;
    async function* subscribe({ after, signal, onCaughtUp }: Parameters<EventStore['subscribe']>[0]) {
      const mine = generation;
      subscriptions += 1;
      let next = after
        ? events.findIndex(({ position }) => comparePositions(position, after as LedgerPosition) > 0)
        : 0;
      if (next < 0) next = events.length;
      while (!signal.aborted) {
        if (generation !== mine) throw new Error('connection lost');
        const event = hanging ? undefined : events[next];
        if (event) {
          next += 1;
          yield event;
          continue;
        }
        onCaughtUp?.();
        const { promise, resolve } = Promise.withResolvers<void>();
        listeners.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        await promise;
        listeners.delete(resolve);
      }
    }
    return {
      append: () => Promise.reject(new Error('not in this test')),
      ...notInThisTest,
      readAt: (at) => Promise.resolve(events.find(({ position }) => comparePositions(position, at) === 0)),
      subscribe,
      head: () => Promise.resolve(events.at(-1)?.position),
      node: () => 1,
      close: () => Promise.resolve(),
      break() {
        generation += 1;
        hanging = false;
        for (const wake of listeners) wake();
      },
      hang() {
        hanging = true;
      },
      get subscriptions() {
        return subscriptions;
      },
    };
  }
}

const refuse = () => {
  throw new Error('not in this test');
};
const notInThisTest = { readStream: refuse, readPage: refuse, readLast: refuse };
