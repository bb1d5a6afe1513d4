import { type LedgerEvent, streamOf } from '../../contracts/events/ledger-event.ts';
import { ADMINS_STREAM, type AdminsState, admins } from '../../ledger/admins/admins.ts';
import type { Decider } from '../../ledger/decider.ts';
import { DomainError } from '../../ledger/domain-error.ts';
import { PROGRAM_STREAM, type ProgramCommand, program } from '../../ledger/program/program.ts';
import type { TestLedger } from './test-ledger.ts';

const SUPER_ADMIN = `0x${'A'.repeat(40)}`;
const EXPORTS = ['emails', 'wallets', 'users', 'activity', 'whitelist'] as const;

/** What happens in a random ledger beside the accounts, decided by the deciders; `n` chooses. */
export class RandomElsewhere {
  readonly #ledger: TestLedger;
  #admins: AdminsState = admins.initialState;
  #program = program.initialState;
  #lastReset: string = crypto.randomUUID();
  #raffle: { readonly id: string; failed: boolean } | undefined;
  #raffles = 0;

  constructor(ledger: TestLedger) {
    this.#ledger = ledger;
  }

  act(n: number): void {
    if (n % 4 === 0) this.#onAdmins(n);
    else if (n % 4 === 1) this.#onRaffle(n);
    else this.#onProgram(n);
  }

  #onAdmins(n: number): void {
    const type = n % 3 === 0 ? 'RemoveAdmin' : 'AddAdmin';
    const wallet = `0x${String(n % 2).repeat(40)}`;
    const command = { type, wallet, by: SUPER_ADMIN, superAdmin: SUPER_ADMIN } as const;
    this.#admins = this.#tell(ADMINS_STREAM, admins, command, this.#admins);
  }

  #onProgram(n: number): void {
    const requestId = crypto.randomUUID();
    const reason = `season \0 ${n}`;
    const underWay = this.#program.underWay?.requestId ?? requestId;
    const commands: readonly ProgramCommand[] = [
      { type: 'RequestMassClear', requestId, reason },
      { type: 'RequestMassReset', requestId, reason },
      { type: 'RequestMassRestore', requestId, resetId: this.#lastReset, reason },
      { type: 'CompleteMassAct', requestId: underWay, count: n, total: String(n) },
      { type: 'CompleteMassAct', requestId: underWay, count: n, total: '0.5' },
      { type: 'RecordExport', kind: EXPORTS[n % EXPORTS.length] ?? 'users', count: n },
      { type: 'RecordDenial', action: `GET \0 ${n}` },
      { type: 'AddTrack', track: randomTrack(n) },
      { type: 'AddTrack', track: randomTrack(n + 1) },
      { type: 'RemoveTrack', trackId: [...this.#program.tracks.keys()][0] ?? requestId },
      { type: 'CommitSeed', number: (this.#program.seed?.number ?? 0) + 1, hash: 'a'.repeat(64) },
    ];
    const command = commands[Math.trunc(n / 4) % commands.length];
    if (!command) return;
    if (command.type === 'RequestMassReset' && !this.#program.underWay) this.#lastReset = requestId;
    this.#program = this.#tell(PROGRAM_STREAM, program, command, this.#program);
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
