import { type LedgerEvent, streamOf } from '../../contracts/events/ledger-event.ts';
import { ADMINS_STREAM, type AdminsState, admins } from '../../ledger/admins/admins.ts';
import type { Decider } from '../../ledger/decider.ts';
import { DomainError } from '../../ledger/domain-error.ts';
import {
  MASS_ACTS_STREAM,
  type MassActCommand,
  massActs,
  massActsUnderWay,
  noMassActs,
} from '../../ledger/mass-acts/mass-acts.ts';
import { noTracks, PLAYLIST_STREAM, playlist, tracksOf } from '../../ledger/playlist/playlist.ts';
import {
  PROGRAM_STREAM,
  type ProgramEvent,
  type ProgramState,
  program,
} from '../../ledger/program/program.ts';
import { newestSeed, noSeeds, RAFFLE_SEEDS_STREAM, raffleSeeds } from '../../ledger/raffles/seeds.ts';
import { type RewardDayState, rewardDay } from '../../ledger/rewards-by-hand/day.ts';
import { type RewardRequestState, rewardRequest } from '../../ledger/rewards-by-hand/request.ts';
import type { TestLedger } from './test-ledger.ts';

const SUPER_ADMIN = `0x${'A'.repeat(40)}`;
const EXPORTS = ['emails', 'wallets', 'users', 'activity', 'whitelist'] as const;

/** What happens in a random ledger beside the accounts, decided by the deciders; `n` chooses. */
export class RandomElsewhere {
  readonly #ledger: TestLedger;
  #admins: AdminsState = admins.initialState;
  /** What a first version wrote before this one, into one stream. */
  #program = program.initialState;
  #isFirstVersion = true;
  #seeds = noSeeds;
  #massActs = noMassActs;
  #playlist = noTracks;
  #lastReset: string = crypto.randomUUID();
  #raffle: { readonly id: string; failed: boolean } | undefined;
  #raffles = 0;
  #request: { readonly id: string; state: RewardRequestState } | undefined;
  #days = new Map<string, RewardDayState>();

  constructor(ledger: TestLedger) {
    this.#ledger = ledger;
  }

  act(n: number): void {
    if (n % 4 === 0) this.#onAdmins(n);
    else if (n % 4 === 1) this.#onRaffle(n);
    else if (n % 9 < 2) this.#onRewardsByHand(n);
    else this.#onProgram(n);
  }

  #onAdmins(n: number): void {
    const isRemoval = n % 3 === 0;
    // Wallets of their own, so that both rights come about.
    const isAboutAuditors = n % 8 === 4;
    const type = `${isRemoval ? 'Remove' : 'Add'}${isAboutAuditors ? 'Auditor' : 'Admin'}` as const;
    const wallet = `0x${String((n % 2) + (isAboutAuditors ? 2 : 0)).repeat(40)}`;
    const command = { type, wallet, by: SUPER_ADMIN, superAdmin: SUPER_ADMIN } as const;
    this.#admins = this.#tell(ADMINS_STREAM, admins, command, this.#admins);
  }

  /** A reward that is sent, asked for, or decided by somebody; the account need not be there yet. */
  #onRewardsByHand(n: number): void {
    const at = new Date(this.#ledger.now).toISOString();
    const reward = { userId: crypto.randomUUID(), amount: BigInt(n + 1), reason: `prize \0 ${n}` };
    const turn = Math.trunc(n / 4) % 4;
    if (turn === 0) {
      const day = streamOf('rewards-by-hand', at.slice(0, 10));
      const limits = { reward: 900n, day: 2_000n };
      const command = { grantId: crypto.randomUUID(), ...reward, limits };
      this.#days.set(day, this.#tell(day, rewardDay, command, this.#days.get(day) ?? rewardDay.initialState));
      return;
    }
    const hands = rewardRequest((wallet) => wallet);
    if (turn === 1 || !this.#request) {
      this.#request = { id: crypto.randomUUID(), state: hands.initialState };
    }
    const { id, state } = this.#request;
    const by = `0x${String(turn).repeat(40)}`;
    const ask = { type: 'RequestReward', reward, above: n % 2 ? 'day' : 'reward', by, at } as const;
    const decide =
      turn === 2
        ? ({ type: 'ApproveReward', by, at } as const)
        : ({ type: 'DeclineReward', by, at, reason: `no \0 ${n}` } as const);
    const command = state.stage === 'unknown' ? ask : decide;
    this.#request = { id, state: this.#tell(streamOf('reward-request', id), hands, command, state) };
  }

  #onProgram(n: number): void {
    if (n % 7 === 3) this.#isFirstVersion = false;
    const turn = Math.trunc(n / 4) % 11;
    if (turn < 5) this.#onMassActs(n, turn);
    else if (turn < 7) this.#note(n, turn);
    else if (turn < 10) this.#onPlaylist(n, turn);
    else this.#commitSeed();
  }

  #onMassActs(n: number, turn: number): void {
    const before = this.#program.massActs;
    const requestId = crypto.randomUUID();
    const reason = `season \0 ${n}`;
    const [underWay] = massActsUnderWay(before, this.#massActs);
    const open = underWay?.requestId ?? requestId;
    const commands: readonly MassActCommand[] = [
      { type: 'RequestMassClear', requestId, reason },
      { type: 'RequestMassReset', requestId, reason },
      { type: 'RequestMassRestore', requestId, resetId: this.#lastReset, reason },
      { type: 'CompleteMassAct', requestId: open, count: n, total: String(n) },
      { type: 'CompleteMassAct', requestId: open, count: n, total: '0.5' },
    ];
    const command = commands[turn];
    if (!command) return;
    if (command.type === 'RequestMassReset' && !underWay) this.#lastReset = requestId;
    this.#massActs = this.#go(MASS_ACTS_STREAM, massActs(before), command, this.#massActs);
  }

  #onPlaylist(n: number, turn: number): void {
    const before = this.#program.playlist;
    const [first = crypto.randomUUID()] = tracksOf(before, this.#playlist).keys();
    const command =
      turn === 9
        ? ({ type: 'RemoveTrack', trackId: first } as const)
        : ({ type: 'AddTrack', track: randomTrack(n + turn) } as const);
    this.#playlist = this.#go(PLAYLIST_STREAM, playlist(before), command, this.#playlist);
  }

  #commitSeed(): void {
    const before = this.#program.seeds;
    const number = (newestSeed(before, this.#seeds)?.number ?? 0) + 1;
    const command = { type: 'CommitSeed', number, hash: 'a'.repeat(64) } as const;
    this.#seeds = this.#go(RAFFLE_SEEDS_STREAM, raffleSeeds(before), command, this.#seeds);
  }

  #note(n: number, turn: number): void {
    const note =
      turn === 5
        ? ({
            type: 'DataExported',
            data: { kind: EXPORTS[n % EXPORTS.length] ?? 'users', count: n },
          } as const)
        : n % 3 === 0 && !this.#isFirstVersion
          ? ({ type: 'DenialsCounted', data: this.#count(n) } as const)
          : ({ type: 'AccessDenied', data: { action: `GET \0 ${n}` } } as const);
    const day = new Date(this.#ledger.now).toISOString().slice(0, 10);
    this.#ledger.append(this.#isFirstVersion ? PROGRAM_STREAM : streamOf('access-log', day), note);
  }

  #count(n: number) {
    const at = new Date(this.#ledger.now).toISOString();
    const most = Array.from({ length: 1 + (n % 3) }, (_, place) => ({
      wallet: `0x${String(place).repeat(40)}`,
      count: 4 - place,
    }));
    return { from: at, to: at, count: 9 + n, wallets: most.length + (n % 2), most };
  }

  /** The first version decided the same, and wrote it elsewhere. */
  #go<State, Command, Event extends ProgramEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    own: State,
  ): State {
    if (!this.#isFirstVersion) return this.#tell(stream, decider, command, own);
    const evolve = (state: ProgramState, event: Event) => program.evolve(state, event);
    const decide = (told: Command) => decider.decide(told, own);
    const old = { initialState: this.#program, decide, evolve };
    this.#program = this.#tell(PROGRAM_STREAM, old, command, this.#program);
    return own;
  }

  #onRaffle(n: number): void {
    if (this.#raffle && !this.#raffle.failed) {
      this.#raffle.failed = true;
      this.#ledger.append(streamOf('raffle', this.#raffle.id), {
        type: 'RaffleFailed',
        data: { reason: `too few \0 ${n}` },
      });
      return;
    }
    this.#raffles += 1;
    this.#raffle = { id: crypto.randomUUID(), failed: false };
    this.#ledger.append(streamOf('raffle', this.#raffle.id), {
      type: 'RaffleCommitted',
      data: { number: this.#raffles, mode: 'tiered', amounts: ['500', '0.25'], seedHash: 'b'.repeat(64) },
    });
  }

  #tell<State, Command, Event extends LedgerEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    state: State,
  ): State {
    try {
      const events = decider.decide(command, state);
      for (const event of events) this.#ledger.append(stream, event);
      return events.reduce(decider.evolve, state);
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
      return state;
    }
  }
}

/** Few names, so that files replace each other. */
function randomTrack(n: number) {
  const filename = `song \0 ${n % 3}.mp3`;
  const sha256 = 'c'.repeat(64);
  return {
    trackId: crypto.randomUUID(),
    title: `Song \0 ${n}`,
    artist: 'EVO',
    filename,
    contentType: 'audio/mpeg',
    size: n + 1,
    sha256,
  };
}
