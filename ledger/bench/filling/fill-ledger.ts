import { WELCOME_BONUS } from '../../../contracts/constants.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../../contracts/money.ts';
import { account } from '../../accounts/account.ts';
import type { AccountCommand } from '../../accounts/commands.ts';
import type { Decider } from '../../decider.ts';
import type { DecidedEvent } from '../../envelope.ts';
import { referralRewards } from '../../processes/referral-rewards.ts';
import { reservation } from '../../reservations/reservation.ts';
import { type Chance, chanceOf } from '../../simulation/world/random.ts';
import { sealedHandle } from '../../testing/sealed-handle.ts';
import { LedgerDesk } from './ledger-desk.ts';

const DAYS = 365;
const DAY_MS = 24 * 3_600_000;
/** What a member does at most, one act a day, before a new one takes the seat; the fewest are to join and to claim. */
export const MOST_ACTS = 6;
export const FEWEST_ACTS = 2;
/** One of so many friends was brought by one of a few who bring very many. */
const STAR_OF = 5;
const STARS = 20;
/** Of a hundred who join. */
const REFERRED = 60;

export type Filled = {
  readonly events: number;
  /** Grants by the process of referrals. */
  readonly payments: number;
  readonly seconds: number;
};

type Member = {
  readonly userId: string;
  readonly referrer: Member | undefined;
  turn: number;
  /** Friends who are there and may earn for this one. */
  friends: number;
  isGone: boolean;
};

/** Who is in the ledger, and how many acts each has done: whoever did fewer left out those between joining and claiming. */
export type Members = { readonly users: number; readonly acts?: number };

/**
 * Writes a year of a community into a ledger file: each of `users` reserves a wallet, opens an account, connects one of a
 * platform, does a task, checks in on following days and claims; most were brought by somebody, and few of those bring very many.
 * Who refers is paid as the program's own process pays, so that a program which follows this ledger from its start
 * finds everything done. Nobody has an email address here: those are sealed with keys that stand elsewhere.
 * @param folder where `ledger.sqlite` is, or will be
 * @param until milliseconds, when the year ends
 */
export async function fillLedger(
  folder: string,
  members: Members,
  until: number,
  onProgress: (joined: number, events: number) => void = () => undefined,
): Promise<Filled> {
  const started = performance.now();
  const community = new Community(new LedgerDesk(folder), members, until - DAYS * DAY_MS);
  try {
    await community.live(onProgress);
  } finally {
    await community.desk.close();
  }
  const { events, payments } = community;
  return { events, payments, seconds: (performance.now() - started) / 1_000 };
}

class Community {
  readonly desk: LedgerDesk;
  events = 0;
  payments = 0;
  readonly #process;
  readonly #users: number;
  readonly #life: number;
  readonly #from: number;
  readonly #chance: Chance = chanceOf(1);
  readonly #stars: Member[] = [];
  #joined = 0;
  #acts = 0;

  constructor(desk: LedgerDesk, { users, acts = MOST_ACTS }: Members, from: number) {
    this.desk = desk;
    this.#users = users;
    this.#life = acts;
    this.#from = from;
    this.#process = referralRewards(desk.store, desk.handler);
  }

  async live(onProgress: (joined: number, events: number) => void): Promise<void> {
    // So many at once that all have lived when the year is over.
    const seats: (Member | undefined)[] = Array.from({
      length: Math.ceil((this.#users * (this.#life + 1)) / DAYS),
    });
    let left = 1;
    for (let day = 0; left > 0; day++) {
      left = 0;
      for (const [seat, known] of seats.entries()) {
        // Not all of them on one day: who joins finds others there.
        if (day < seat % this.#life) {
          left += 1;
          continue;
        }
        const member = known && known.turn < this.#life ? known : this.#join(seats, seat);
        seats[seat] = member;
        if (!member) continue;
        left += 1;
        this.#act(member, Math.min(day, DAYS - 1), seat / seats.length);
        await this.#follow();
        await this.desk.pace();
        if (member.turn === this.#life) this.#leave(member);
      }
      onProgress(this.#joined, this.events);
    }
  }

  #join(seats: readonly (Member | undefined)[], seat: number): Member | undefined {
    if (this.#joined === this.#users) return undefined;
    const number = this.#joined++;
    const referrer = this.#referrerOf(number, seats[(seat + 1) % seats.length]);
    if (referrer) referrer.friends += 1;
    const member = {
      userId: this.#chance.uuid(`user/${number}`),
      ...{ referrer, turn: 0, friends: 0, isGone: false },
    };
    if (this.#stars.length < STARS) this.#stars.push(member);
    return member;
  }

  #referrerOf(number: number, neighbour: Member | undefined): Member | undefined {
    if (this.#chance.below(100, `referred/${number}`) >= REFERRED) return undefined;
    const star = this.#stars[this.#chance.below(STARS, `star/${number}`)];
    const member = this.#chance.below(STAR_OF, `by a star/${number}`) === 0 ? star : neighbour;
    if (!member || member.turn === 0) return undefined;
    return member.isGone && !this.#stars.includes(member) ? undefined : member;
  }

  /** Only who is of use to somebody is kept in memory. */
  #leave(member: Member): void {
    member.isGone = true;
    if (member.referrer) {
      member.referrer.friends -= 1;
      this.#forget(member.referrer);
    }
    this.#forget(member);
  }

  #forget(member: Member): void {
    if (member.isGone && member.friends === 0 && !this.#stars.includes(member))
      this.desk.forget(streamOf('account', member.userId));
  }

  #act(member: Member, day: number, share: number): void {
    const { userId, referrer, turn } = member;
    const time = new Date(this.#from + day * DAY_MS + Math.floor(share * DAY_MS)).toISOString();
    const grantId = this.#chance.uuid(`grant/${this.#acts}`);
    const tell = (command: AccountCommand) =>
      this.#write(streamOf('account', userId), account, command, time);
    if (turn === 0) {
      const walletAddress = `0x${userId.replaceAll('-', '')}${userId.slice(0, 8)}`;
      this.#reserve(streamOf('wallet', walletAddress), userId, time);
      const welcome = {
        grantId,
        amount: parseEvo(WELCOME_BONUS),
        source: 'welcome',
        reason: 'Welcome bonus',
      } as const;
      tell({ type: 'OpenAccount', walletAddress, ...(referrer && { referrerId: referrer.userId }), welcome });
    } else if (turn === this.#life - 1) {
      tell({ type: 'ClaimRewards', claimId: grantId, needs: 'nothing' });
    } else if (turn === 1) {
      this.#reserve(streamOf('social', `twitter-${userId}`), userId, time);
      const social = {
        platform: 'twitter',
        ...sealedHandle(`handle_${userId}`),
        platformUserId: userId,
      } as const;
      tell({ type: 'ConfirmSocial', ...social, method: 'oauth', grantId });
    } else if (turn === 2) {
      const task = {
        platform: 'twitter',
        taskType: 'follow',
        evidence: 'connection_status: following',
      } as const;
      tell({ type: 'ConfirmTask', ...task, method: 'oauth', grantId });
    } else {
      tell({ type: 'CheckIn', day: time.slice(0, 10), grantId });
    }
    member.turn += 1;
  }

  #reserve(stream: string, userId: string, time: string): void {
    this.#write(stream, reservation, { type: 'Reserve', userId }, time);
    // Nobody else asks for it.
    this.desk.forget(stream);
  }

  #write<State, Command extends object, Event extends DecidedEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    occurredAt: string,
  ): void {
    const commandId = this.#chance.uuid(`command/${this.#acts++}`);
    const input = { operation: 'fill', number: this.#acts };
    const actor = { kind: 'user' } as const;
    this.desk.write({
      stream,
      decider,
      command,
      commandId,
      input,
      actor,
      occurredAt,
      correlationId: commandId,
    });
  }

  /** Whoever is paid for what just happened is paid, as the process would. */
  async #follow(): Promise<void> {
    const { told } = this.desk;
    for (let at = 0; at < told.length; at++) {
      const event = told[at];
      if (!event) continue;
      if (event.metadata.cause) this.payments += 1;
      if ((await this.#process.laneOf(event)) !== undefined) await this.#process.handle(event);
    }
    this.events += told.length;
    told.length = 0;
  }
}
