import { sha256 } from '@noble/hashes/sha2.js';
import { MAX_GRANT } from '../../contracts/constants.ts';
import type { BeaconRule, RaffleEvent, RaffleWinner } from '../../contracts/events/raffle.ts';
import { refusals } from '../../contracts/messages.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { GrantTooLarge } from '../accounts/errors.ts';
import type { Decider } from '../decider.ts';
import { DomainError, LedgerCorrupt } from '../domain-error.ts';
import { bytesOfHex, bytesToHex } from '../proof/bytes.ts';

/** Base units. */
const LARGEST_PRIZE = parseEvo(MAX_GRANT);

/** What became of one place's prize. */
type Prize =
  | { readonly kind: 'paid'; readonly amount: bigint }
  | { readonly kind: 'skipped'; readonly reason: 'no_wallet' | 'account_removed' };

export type RaffleState = {
  readonly stage: 'none' | 'committed' | 'frozen' | 'drawn' | 'completed' | 'failed';
  readonly number: number;
  readonly mode: 'flat' | 'tiered';
  /** Base units by place, the first place first. */
  readonly amounts: readonly bigint[];
  readonly seedHash: string;
  /** The beacon whose round the draw takes; undefined where it takes none. */
  readonly beacon: BeaconRule | undefined;
  readonly entries: Event<'EntriesFrozen'> | undefined;
  readonly winners: readonly RaffleWinner[];
  /** By place. */
  readonly prizes: ReadonlyMap<number, Prize>;
  /** Why it failed. */
  readonly failure: string | undefined;
};

type Event<Type extends RaffleEvent['type']> = Extract<RaffleEvent, { type: Type }>['data'];

export type RaffleCommand =
  | ({ readonly type: 'CommitRaffle' } & Event<'RaffleCommitted'>)
  | ({ readonly type: 'FreezeEntries' } & Event<'EntriesFrozen'>)
  | ({ readonly type: 'DrawRaffle' } & Event<'RaffleDrawn'>)
  | { readonly type: 'PayPrize'; readonly place: number; readonly grantId: string }
  | { readonly type: 'SkipPrize'; readonly place: number; readonly reason: 'no_wallet' | 'account_removed' }
  | {
      readonly type: 'FailRaffle';
      /** At which it could not go on: one that somebody else has taken further does. */
      readonly stage: 'committed' | 'frozen';
      readonly reason: string;
    };

/**
 * One raffle: stream `raffle-<raffleId>`. Each stage is entered once and never left backwards: there is no second
 * draw. Doing a stage again is no change, so that who finishes after a crash may begin at the beginning.
 */
export const raffle: Decider<RaffleState, RaffleCommand, RaffleEvent> = {
  initialState: {
    stage: 'none',
    number: 0,
    mode: 'flat',
    amounts: [],
    seedHash: '',
    beacon: undefined,
    entries: undefined,
    winners: [],
    prizes: new Map(),
    failure: undefined,
  },
  decide,
  evolve,
};

function decide(command: RaffleCommand, state: RaffleState): RaffleEvent[] {
  switch (command.type) {
    case 'CommitRaffle': {
      if (state.stage !== 'none') throw new RaffleUnderWay();
      const { type: _, ...data } = command;
      // A prize that no account may be granted would be drawn and never paid.
      if (data.amounts.some((amount) => parseEvo(amount) > LARGEST_PRIZE)) throw new GrantTooLarge();
      return [{ type: 'RaffleCommitted', data }];
    }
    case 'FreezeEntries': {
      if (state.stage !== 'committed') return [];
      const { type: _, ...data } = command;
      assertPinned(data.beacon, state);
      return [{ type: 'EntriesFrozen', data }];
    }
    case 'DrawRaffle': {
      if (state.stage !== 'frozen') return [];
      const { type: _, ...data } = command;
      const { seed, publicRandomness, beacon, winners } = data;
      const pinned = state.entries?.beacon;
      if (beacon?.round !== pinned?.round || (pinned && pinned.seed !== seed)) {
        throw new LedgerCorrupt(`round ${beacon?.round} for a draw from round ${pinned?.round} and its seed`);
      }
      if (publicRandomness?.blockNumber !== state.entries?.block) {
        throw new LedgerCorrupt(
          `block ${publicRandomness?.blockNumber} for a draw from ${state.entries?.block}`,
        );
      }
      if (winners.length !== state.amounts.length) {
        throw new LedgerCorrupt(`${winners.length} winners for ${state.amounts.length} prizes`);
      }
      return [{ type: 'RaffleDrawn', data }];
    }
    case 'FailRaffle':
      if (state.stage !== command.stage) return [];
      // From there on everybody can compute the winners: giving up would be a second try for who dislikes them.
      if (state.entries?.beacon) return [];
      return [{ type: 'RaffleFailed', data: { reason: command.reason } }];
    case 'PayPrize': {
      const { winner, amount } = openPrize(command.place, state);
      if (!winner) return [];
      const { place, grantId } = command;
      const paid: RaffleEvent = {
        type: 'PrizePaid',
        data: { place, userId: winner.userId, grantId, amount: formatEvo(amount) },
      };
      return [paid, ...completion(state, place, { kind: 'paid', amount })];
    }
    case 'SkipPrize': {
      if (!openPrize(command.place, state).winner) return [];
      const { place, reason } = command;
      const skipped: RaffleEvent = { type: 'PrizeSkipped', data: { place, reason } };
      return [skipped, ...completion(state, place, { kind: 'skipped', reason })];
    }
  }
}

/** The round is one of the raffle's beacon, and the seed that is revealed with it the one that was committed. */
function assertPinned(pinned: Event<'EntriesFrozen'>['beacon'], { beacon, seedHash }: RaffleState): void {
  if (pinned?.chainHash !== beacon?.chainHash) {
    throw new LedgerCorrupt(`a round of ${pinned?.chainHash} for a raffle of ${beacon?.chainHash}`);
  }
  const seed = pinned && bytesOfHex(pinned.seed, 32);
  if (pinned && (!seed || bytesToHex(sha256(seed)) !== seedHash)) {
    throw new LedgerCorrupt('the seed is not the one that was committed');
  }
}

/** The winner of a place whose prize is still to be paid or skipped; none when that is done. */
function openPrize(place: number, state: RaffleState): { winner: RaffleWinner | undefined; amount: bigint } {
  if (state.stage !== 'drawn' && state.stage !== 'completed') throw new RaffleNotDrawn();
  const amount = state.amounts[place - 1];
  const winner = state.winners.find((one) => one.place === place);
  if (amount === undefined || !winner) throw new UnknownPlace();
  return { winner: state.prizes.has(place) ? undefined : winner, amount };
}

/** With the last prize the raffle is complete. */
function completion(state: RaffleState, place: number, prize: Prize): RaffleEvent[] {
  const prizes = new Map(state.prizes).set(place, prize);
  if (prizes.size < state.amounts.length) return [];
  const total = [...prizes.values()].reduce((sum, one) => (one.kind === 'paid' ? sum + one.amount : sum), 0n);
  return [{ type: 'RaffleCompleted', data: { totalDistributed: formatEvo(total) } }];
}

function evolve(state: RaffleState, event: RaffleEvent): RaffleState {
  switch (event.type) {
    case 'RaffleCommitted': {
      const { number, mode, amounts, seedHash, beacon } = event.data;
      return { ...state, stage: 'committed', number, mode, amounts: amounts.map(parseEvo), seedHash, beacon };
    }
    case 'EntriesFrozen':
      return { ...state, stage: 'frozen', entries: event.data };
    case 'RaffleDrawn':
      return { ...state, stage: 'drawn', winners: event.data.winners };
    case 'PrizePaid': {
      const { place, amount } = event.data;
      return {
        ...state,
        prizes: new Map(state.prizes).set(place, { kind: 'paid', amount: parseEvo(amount) }),
      };
    }
    case 'PrizeSkipped': {
      const { place, reason } = event.data;
      return { ...state, prizes: new Map(state.prizes).set(place, { kind: 'skipped', reason }) };
    }
    case 'RaffleCompleted':
      return { ...state, stage: 'completed' };
    case 'RaffleFailed':
      return { ...state, stage: 'failed', failure: event.data.reason };
  }
}

/** The raffle of this number was started by somebody else a moment ago. */
export class RaffleUnderWay extends DomainError {
  constructor() {
    super('conflict', 'RaffleUnderWay', refusals.raffleUnderWay);
  }
}

export class RaffleNotDrawn extends DomainError {
  constructor() {
    super('conflict', 'RaffleNotDrawn', refusals.raffleNotDrawn);
  }
}

export class UnknownPlace extends DomainError {
  constructor() {
    super('not_found', 'UnknownPlace', refusals.unknownPlace);
  }
}
