import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { EligibleUser } from '../../raffles/raffle-ports.ts';
import { nextCall } from '../world/errand.ts';
import type { Life } from '../world/life.ts';
import type { MemoryLog } from '../world/memory-log.ts';
import type { World } from '../world/world.ts';

type User = EligibleUser & {
  readonly verified: boolean;
  readonly removed: boolean;
  readonly openedAt: LedgerPosition;
  /** Of the last event of the account's stream. */
  readonly revision: bigint;
};

/** The read models, which follow the ledger some time behind it. */
export class ReadModels {
  readonly users = new Map<string, User>();
  readonly #world: World;
  readonly #log: MemoryLog;
  #applied = 0;

  constructor(world: World, log: MemoryLog) {
    this.#world = world;
    this.#log = log;
  }

  get checkpoint(): LedgerPosition {
    return this.#log.landed[this.#applied - 1]?.event.position ?? { commit: 0n, prepare: 0n };
  }

  /** The ledger has grown; the projector gets there some time later. */
  follow(upTo: number): void {
    const drawn = this.#world.chance.of(`projector/${upTo}`);
    this.#world.after(drawn < 0.95 ? 5 + drawn * 60 : (drawn - 0.95) * 80_000, () => {
      while (this.#applied < upTo) this.#apply(this.#log.landed[this.#applied++]?.event);
    });
  }

  /** @throws LedgerUnavailable when they do not get there in two seconds */
  async reach(position: LedgerPosition, life: Life): Promise<void> {
    for (let waited = 0; comparePositions(this.checkpoint, position) < 0; waited += 50) {
      if (waited > 2_000) throw new LedgerUnavailable(new Error('the read models are behind the ledger'));
      nextCall('wait for the read models');
      await life.pause(50);
    }
  }

  eligible(): readonly EligibleUser[] {
    return [...this.users.values()]
      .filter(({ verified, removed }) => verified && !removed)
      .map(({ userId, username, walletAddress }) => ({ userId, username, walletAddress }));
  }

  #apply(stored: StoredEvent | undefined): void {
    const parsed = stored && parseStream(stored.stream);
    if (!stored || parsed?.category !== 'account') return;
    const userId = parsed.id;
    // The log holds what `upcast` gave.
    const event = stored as unknown as StoredEvent<LedgerEvent>;
    const known = this.users.get(userId);
    // A removal of an admin may take the first revision of an account that is never opened.
    if (!known && event.type !== 'AccountOpened') return;
    const user = known ?? {
      userId,
      username: defaultUsername(userId),
      walletAddress: null,
      verified: false,
      removed: false,
      openedAt: event.position,
      revision: event.revision,
    };
    this.users.set(userId, { ...withEvent(user, event), revision: event.revision });
  }
}

function withEvent(user: User, { type, data }: LedgerEvent): User {
  if (type === 'AccountOpened') return { ...user, walletAddress: data.walletAddress ?? null };
  if (type === 'WalletLinked') return { ...user, walletAddress: data.walletAddress };
  if (type === 'UsernameChanged') return { ...user, username: data.username };
  if (type === 'EmailSignedUp') return { ...user, verified: false };
  if (type === 'EmailVerified') return { ...user, verified: true };
  if (type === 'PersonalDataErased')
    return { ...user, verified: false, username: defaultUsername(user.userId) };
  if (type === 'AccountRemoved') return { ...user, removed: true };
  if (type === 'AccountReinstated') return { ...user, removed: false };
  return user;
}
