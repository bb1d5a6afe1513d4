import { hash } from 'node:crypto';
import { MAX_GRANT } from '../../../contracts/constants.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import { comparePositions, formatPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { parseEvo } from '../../../contracts/money.ts';
import type { RaffleGrade } from '../../../contracts/raffle-grades.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { type StoredEvent, storedHash } from '../../envelope.ts';
import type { StreamNumbers } from '../../proof/audit/stream-numbers.ts';
import { roundTime } from '../../proof/beacon.ts';
import type { ProofEvent } from '../../proof/proven-raffle.ts';
import { BEGUN, lateFault } from '../../proof/raffle-beacon.ts';
import { raffleGrade } from '../../proof/raffle-grade.ts';
import { prizeGrantIdOf, raffleIdOf } from '../../proof/raffle-id.ts';
import { rafflePositionsHash, verifyRaffleProof } from '../../proof/raffle-proof.ts';
import { type RaffleState, raffle } from '../../raffles/raffle.ts';
import type { Accounts } from './accounts.ts';
import type { Stands } from './causes.ts';
import { areEntries, Eligible } from './eligible.ts';
import { NamesThen } from './names-then.ts';
import { type AuditedEvent, dated, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** Base units. */
const LARGEST_PRIZE = parseEvo(MAX_GRANT);

type Known = {
  state: RaffleState;
  readonly events: AuditedEvent[];
  /** Whether all of it may be of a release that knew no beacon. */
  isOfBefore: boolean;
};

export type RafflesFigures = {
  readonly drawn: number;
  readonly prizes: number;
  /** How many were drawn by what. */
  readonly grades: ReadonlyMap<RaffleGrade, number>;
  /** The numbers of raffles that are neither drawn nor given up. */
  readonly undrawn: readonly number[];
  /** Raffles whose round was public by the time that something before their entries tells: who froze them may have known it. */
  readonly late: readonly LateRound[];
  /** Prizes of raffles that were drawn, which are neither paid nor forgone. */
  readonly unpaid: readonly { readonly number: number; readonly place: number }[];
};

type LateRound = {
  readonly number: number;
  readonly round: number;
  /** Unix ms; when the beacon publishes it. */
  readonly due: number;
  /** What tells the latest time of all that stands before the entries. */
  readonly told: string;
};

/**
 * Each raffle computes again: one seed a number was committed before, and none while the raffle before could still come
 * out otherwise, the entries are all accounts that were eligible at the position it names, the winners follow from the
 * revealed seed and have the names of then, and each prize is paid to its winner, in the announced amount, once, or
 * forgone. With the note of the last one it is over. One whose round is named has no way out but its draw.
 * @param stands of the ledger's events; undefined where it was moved: a raffle names a position of the store before, and
 *   its entries must be those of some place between its rules and its freeze
 */
export function raffles(
  accounts: Accounts,
  streams: StreamNumbers,
  wasAdmin: (wallet: string) => boolean,
  stands: Stands | undefined,
): Rule & { readonly figures: () => RafflesFigures } {
  const hasOwnPositions = stands !== undefined;
  const eligible = new Eligible(streams);
  const names = new NamesThen();
  const seeds = new Map<string, AuditedEvent>();
  const known = new Map<string, Known>();
  /** By grant. */
  const paid = new Map<
    string,
    { readonly userId: string; readonly amount: string; readonly place: string; readonly by: string }
  >();
  /** By raffle and place, why it is not paid, and by whose act. */
  const forgone = new Map<string, { readonly reason: string; readonly by: string }>();
  /** Accounts that were ever removed. */
  const removed = new Set<string>();
  /** The newest number of a seed: of all, and by the stream. */
  let newest = 0;
  const newestOf = new Map<string, number>();
  const grades = new Map<RaffleGrade, number>();
  /** Of whatever stream. */
  let last: AuditedEvent | undefined;
  /** What tells the latest time so far. */
  let latest: AuditedEvent | undefined;
  const late: LateRound[] = [];

  const pay = (stored: AuditedEvent) => {
    if (!isSettling(stored)) return;
    const parsed = parseStream(stored.stream);
    if (parsed?.category !== 'account') return;
    const { ref = '' } = stored.data;
    const [raffleId = ''] = ref.split(':');
    const state = known.get(raffleId)?.state;
    // Under another name the same prize could be settled again.
    const winner = state?.winners.find(({ place }) => ref === `${raffleId}:${place}`);
    must(winner !== undefined, () => `${named(stored)} is of a prize of ${ref}, which no raffle has drawn`);
    must(winner.userId === parsed.id, () => `${named(stored)} is of the prize of ${winner.userId}`);
    if (stored.type === 'PrizeForgone') {
      forgone.set(ref, { reason: stored.data.reason, by: walletOf(stored) });
      return;
    }
    const { data } = stored;
    const announced = committedOf(known.get(raffleId)).amounts[winner.place - 1];
    must(
      data.amount === announced,
      () => `${named(stored)} pays ${data.amount}, and ${announced} was announced`,
    );
    must(
      data.grantId === prizeGrantIdOf(raffleId, winner.place),
      () => `${named(stored)} has the id of another grant`,
    );
    must(!paid.has(data.grantId), () => `${named(stored)} pays ${data.ref} twice`);
    const place = String(winner.place);
    paid.set(data.grantId, { userId: parsed.id, amount: data.amount, place, by: walletOf(stored) });
  };

  const note = ({ state, isOfBefore }: Known, event: Noted, raffleId: string) => {
    const { data, metadata } = event;
    const { place } = data;
    const winner = state.winners.find((one) => one.place === place);
    const isOpen = winner !== undefined && !state.prizes.has(place);
    must(isOpen, () => `${named(event)} notes place ${place}, which is none, or is noted already`);
    if (event.type === 'PrizePaid') {
      const { grantId, userId, amount } = event.data;
      const grant = paid.get(grantId);
      const isGranted = grant?.userId === userId && grant.amount === amount && grant.place === String(place);
      must(isGranted, () => `${named(event)} notes a prize that was not granted`);
      mustNameWhoSettled(event, grant.by, wasAdmin);
      return;
    }
    const { reason } = event.data;
    const isHad = reason === 'no_wallet' && winner.walletAddress !== null;
    must(!isHad, () => `${named(event)} says that ${winner.userId} has no wallet`);
    // Before accounts forwent prizes, the admin who paid the others noted what was skipped. No release of that time
    // could read a raffle that may name a beacon.
    const isSkippedBefore =
      isOfBefore && metadata.actor.kind === 'admin' && (reason === 'no_wallet' || removed.has(winner.userId));
    const settled = forgone.get(`${raffleId}:${place}`);
    const isForgone = isSkippedBefore || settled?.reason === reason;
    must(isForgone, () => `${named(event)} notes a prize that was not forgone`);
    mustNameWhoSettled(event, settled?.by ?? '', wasAdmin);
  };

  const seedOf = (event: AuditedEvent) => {
    if (event.type !== 'SeedCommitted') return;
    const { number, hash } = event.data;
    // Two releases side by side may both have committed the seed of one number, each in a stream of its own, and one of
    // them when the raffle has begun with the other's.
    const isSecond = number === newest && (newestOf.get(event.stream) ?? 0) < number;
    must(number === newest + 1 || isSecond, () => `${named(event)} is of raffle ${number} after ${newest}`);
    // Who had seeds in stock, or raffles side by side that nothing has decided yet, could choose among them.
    const before = known.get(raffleIdOf(number - 1))?.state;
    must(
      number === 1 || (before !== undefined && isDecided(before)),
      () => `${named(event)} stands before raffle ${number - 1} is over, or its round named`,
    );
    // One that was revealed is known before anybody takes part.
    must(!seeds.has(hash), () => `${named(event)} commits a seed once more`);
    newest = number;
    newestOf.set(event.stream, number);
    seeds.set(hash, event);
    mustNameWhoBegan(event, known.get(raffleIdOf(number - 1)));
  };

  const noteLate = ({ number, beacon }: RaffleState, { data }: Frozen) => {
    if (!beacon || !data.beacon || !latest) return;
    const { round } = data.beacon;
    const due = roundTime(beacon, round);
    if (Date.parse(latest.metadata.occurredAt) >= due) late.push({ number, round, due, told: dated(latest) });
  };

  const follow = (event: AuditedEvent) => {
    if (!event.stream.startsWith('raffle-')) return;
    const parsed = parseStream(event.stream);
    if (parsed?.category !== 'raffle') return;
    const own = known.get(parsed.id) ?? { state: raffle.initialState, events: [], isOfBefore: true };
    known.set(parsed.id, own);
    mustBeOneStep(event, own.events.at(-1));
    own.events.push(event);
    if (event.type === 'RevisionTaken') return;
    // Which types stand in a raffle's stream is a rule of its own, asked before this one.
    const of = event as unknown as StoredEvent<RaffleEvent>;
    const { stage, entries } = own.state;
    must(MAY_FOLLOW[of.type].includes(stage), () => `${named(event)} stands behind stage '${stage}'`);
    if (of.type === 'PrizePaid' || of.type === 'PrizeSkipped') note(own, of, parsed.id);
    if (of.metadata.schemaVersion >= (WITH_BEACON[of.type] ?? Number.POSITIVE_INFINITY))
      own.isOfBefore = false;
    own.state = raffle.evolve(own.state, of);
    if (of.type === 'RaffleCommitted') {
      must(raffleIdOf(of.data.number) === parsed.id, () => `${named(event)} has another raffle's number`);
      must(seeds.has(of.data.seedHash), () => `${named(event)} uses a seed that was not committed before`);
      // A prize that no account may be granted would be drawn and never paid.
      const isPayable =
        of.metadata.schemaVersion < 2 || of.data.amounts.every((one) => parseEvo(one) <= LARGEST_PRIZE);
      must(isPayable, () => `${named(event)} announces more than one grant may be`);
      eligible.begin(parsed.id, event.position);
      names.begin(parsed.id);
    }
    if (of.type === 'EntriesFrozen') {
      noteLate(own.state, of);
      mustBePinned(own.state, of);
      freeze(eligible, parsed.id, of, stands);
    }
    if (of.type === 'RaffleDrawn') {
      mustHaveTheirWallets(of, accounts);
      const at = hasOwnPositions ? parsePosition(entries?.position ?? '') : undefined;
      mustHaveTheirNames(of, (userId) => names.of(userId, accounts.stateOf(userId)?.username, at));
      names.end(parsed.id);
      prove(own, seeds, hasOwnPositions);
      const grade = raffleGrade(own.state.beacon?.chainHash, entries?.block);
      grades.set(grade, (grades.get(grade) ?? 0) + 1);
    }
    if (of.type === 'RaffleCompleted') prove(own, seeds, hasOwnPositions);
    if (of.type === 'RaffleFailed') {
      must(entries?.beacon === undefined, () => `${named(event)} gives up what anybody can draw`);
      eligible.end(parsed.id);
      names.end(parsed.id);
    }
    if (STEPS.has(of.type)) mustNameWhoBegan(event, own);
  };

  const unpaidOf = (raffleId: string, { number, stage, winners, prizes }: RaffleState) =>
    stage !== 'drawn'
      ? []
      : winners.flatMap(({ place }) => {
          // The account settles it, and the raffle's own note may come later.
          const isSettled =
            prizes.has(place) ||
            paid.has(prizeGrantIdOf(raffleId, place)) ||
            forgone.has(`${raffleId}:${place}`);
          return isSettled ? [] : [{ number, place }];
        });

  return {
    name: 'raffles',
    figures: () => ({
      drawn: grades.values().reduce((sum, count) => sum + count, 0),
      prizes: paid.size,
      grades: new Map(grades),
      undrawn: [...known.values()].flatMap(({ state: { number, stage } }) =>
        stage === 'committed' || stage === 'frozen' ? [number] : [],
      ),
      late,
      unpaid: [...known].flatMap(([raffleId, { state }]) => unpaidOf(raffleId, state)),
    }),
    add(event, change, stream) {
      last = event;
      seedOf(event);
      if (change && event.type === 'AccountRemoved') removed.add(change.userId);
      // An event counts from its own position on.
      eligible.add(event, stream);
      if (change) names.add(change);
      pay(event);
      follow(event);
      if (latest === undefined || event.metadata.occurredAt > latest.metadata.occurredAt) latest = event;
    },
    end() {
      for (const own of known.values()) {
        const { state, events } = own;
        // One that is completed was proved with its last prize.
        if (state.stage !== 'drawn') continue;
        // A part of a ledger may end within that append, before the word that the raffle is complete.
        const isCut = events.at(-1) === last && state.prizes.size === state.winners.length;
        prove(isCut ? { events: events.slice(0, -1) } : own, seeds, hasOwnPositions);
      }
    },
  };
}

const MAY_FOLLOW: Readonly<Record<RaffleEvent['type'], readonly RaffleState['stage'][]>> = {
  RaffleCommitted: ['none'],
  EntriesFrozen: ['committed'],
  RaffleDrawn: ['frozen'],
  PrizePaid: ['drawn'],
  PrizeSkipped: ['drawn'],
  RaffleCompleted: ['drawn'],
  RaffleFailed: ['committed', 'frozen'],
};

/** The versions since which raffles may name a beacon. */
const WITH_BEACON: Readonly<Partial<Record<RaffleEvent['type'], number>>> = {
  RaffleCommitted: 2,
  EntriesFrozen: 3,
  RaffleDrawn: 2,
};

/** What the program does of a raffle that was begun, until its prizes are paid. */
const STEPS: ReadonlySet<RaffleEvent['type']> = new Set(['EntriesFrozen', 'RaffleDrawn', 'RaffleFailed']);

/** Nobody can change any more what becomes of it: it is over, or its round is named and its seed revealed. */
const isDecided = ({ stage, entries }: RaffleState): boolean =>
  stage === 'frozen' ? entries?.beacon !== undefined : stage !== 'none' && stage !== 'committed';

type Settling = Extract<AuditedEvent, { type: 'RewardGranted' | 'PrizeForgone' }>;
type Noted = Extract<StoredEvent<RaffleEvent>, { type: 'PrizePaid' | 'PrizeSkipped' }>;
type Drawn = Extract<StoredEvent<RaffleEvent>, { type: 'RaffleDrawn' }>;
type Frozen = Extract<StoredEvent<RaffleEvent>, { type: 'EntriesFrozen' }>;

function isSettling(event: AuditedEvent): event is Settling {
  if (event.type === 'PrizeForgone') return true;
  return event.type === 'RewardGranted' && event.data.source === 'raffle';
}

const beginningOf = (own: Pick<Known, 'events'> | undefined) =>
  own?.events.find(({ type }) => type === 'RaffleCommitted');

/**
 * A command takes a raffle one step further: one event, and behind the note of its last prize, in the same append, the word
 * that it is over, which stands nowhere else.
 * @param before in the raffle's stream
 */
function mustBeOneStep(event: AuditedEvent, before: AuditedEvent | undefined): void {
  const isBeside = before?.metadata.commandId === event.metadata.commandId;
  if (event.type !== 'RaffleCompleted') {
    must(!isBeside, () => `${named(event)} is the second step of one command`);
    return;
  }
  const isOfNote = isBeside && (before.type === 'PrizePaid' || before.type === 'PrizeSkipped');
  must(isOfNote, () => `${named(event)} does not stand behind the last prize, in the append that notes it`);
}

/**
 * The program goes on with a raffle, and commits the seed of the next one, in the name of who began it; what it does by
 * itself names nobody.
 */
function mustNameWhoBegan(event: AuditedEvent, own: Pick<Known, 'events'> | undefined): void {
  const { wallet } = event.metadata.actor;
  if (wallet === undefined) return;
  const begun = beginningOf(own)?.metadata.actor.wallet;
  must(
    lowerCase(wallet) === lowerCase(begun ?? ''),
    () => `${named(event)} names ${wallet}, and ${begun ?? 'nobody'} has begun the raffle`,
  );
}

/**
 * The raffle notes in the name of who has paid, or of nobody. Releases of before noted, of two admins who paid at once, the
 * one who came second.
 */
function mustNameWhoSettled(event: Noted, by: string, wasAdmin: (wallet: string) => boolean): void {
  const { wallet = '' } = event.metadata.actor;
  const isOne = wallet === '' || lowerCase(wallet) === by || wasAdmin(wallet);
  must(isOne, () => `${named(event)} names ${wallet}, who has paid nothing`);
}

const walletOf = ({ metadata }: Pick<AuditedEvent, 'metadata'>): string =>
  lowerCase(metadata.actor.wallet ?? '');

/**
 * Where the rules name a beacon, the entries name a round of it that is still to come and nothing else, and reveal the seed
 * that was committed.
 */
function mustBePinned({ beacon, seedHash }: RaffleState, event: Frozen): void {
  const pinned = event.data.beacon;
  must(
    pinned?.chainHash === beacon?.chainHash,
    () => `${named(event)} names no round of the raffle's beacon`,
  );
  must(!pinned || event.data.block === undefined, () => `${named(event)} names a block beside the round`);
  const isRevealed = !pinned || hash('sha256', Buffer.from(pinned.seed, 'hex')) === seedHash;
  must(isRevealed, () => `${named(event)} reveals another seed than the one that was committed`);
  // Also of one that is never drawn, as who has known the winners and dislikes them would have it.
  const fault = pinned && beacon && lateFault(beacon, pinned.round, event.metadata.occurredAt);
  must(fault === undefined, () => `${named(event)}: ${fault}`);
}

/** A wallet stays its account's: who had one when the entries were frozen has it, and no other. */
function mustHaveTheirWallets(event: Drawn, accounts: Accounts): void {
  for (const { place, userId, walletAddress } of event.data.winners) {
    const own = accounts.stateOf(userId)?.walletAddress;
    must(
      lowerCase(walletAddress ?? '') === lowerCase(own ?? ''),
      () => `${named(event)}: ${walletAddress ?? 'no wallet'} is not the wallet of who won place ${place}`,
    );
  }
}

function mustHaveTheirNames(event: Drawn, namesOf: (userId: string) => ReadonlySet<string>): void {
  for (const { place, userId, username } of event.data.winners) {
    must(
      namesOf(userId).has(username),
      () => `${named(event)}: ${username} is not the name of who won place ${place}`,
    );
  }
}

function committedOf(own: Pick<Known, 'events'> | undefined) {
  const event = beginningOf(own);
  must(event?.type === 'RaffleCommitted', () => 'a raffle was drawn that was never begun');
  return event.data;
}

/** The entries are those of the accounts that were eligible at the position, all of them and no other. */
function freeze(eligible: Eligible, raffleId: string, event: Frozen, stands: Stands | undefined): void {
  const { root, count, position } = event.data;
  const at = parsePosition(position);
  const fits = (userIds: readonly string[]) => areEntries(raffleId, event.data, userIds);
  if (!stands) {
    const isOne = eligible.everySince(raffleId, count).some(fits);
    must(isOne, () => `${named(event)}: its entries are those of no moment since the raffle began`);
  } else {
    const isThere = at !== undefined && comparePositions(at, event.position) < 0;
    must(isThere, () => `${named(event)} names ${position}, which is not before it`);
    // The winners follow from it: of places where nothing stands there are as many as somebody needs to choose them.
    must(stands(at), () => `${named(event)} names ${position}, where no event stands`);
    const users = eligible.at(raffleId, at);
    must(users !== undefined, () => `${named(event)} names ${position}, which is before the raffle began`);
    must(
      fits(users),
      () =>
        `${named(event)} says ${count} entries under ${root}, and ${users.length} accounts were eligible at ${position}`,
    );
  }
  eligible.end(raffleId);
}

/** What anyone can check of a draw from its published events, checked with the very code of the page. */
function prove(
  own: Pick<Known, 'events'>,
  seeds: ReadonlyMap<string, AuditedEvent>,
  hasOwnPositions: boolean,
): void {
  const { number, seedHash } = committedOf(own);
  const seed = seeds.get(seedHash);
  must(seed !== undefined, () => `raffle ${number} uses a seed that was not committed`);
  const events = [seed, ...own.events].map((event): ProofEvent => {
    const { data, metadata } = event.written ?? event;
    return {
      id: event.id,
      type: event.type,
      stream: event.stream,
      revision: Number(event.revision),
      position: formatPosition(event.position),
      data,
      metadata,
      hash: storedHash(event),
    };
  });
  const proof = { events, positionsHash: rafflePositionsHash(events) };
  // A clock may have been wrong: it is among what is late.
  for (const { name, fault } of verifyRaffleProof({ ...proof, ...(!hasOwnPositions && { isMoved: true }) }))
    must(fault === undefined || name === BEGUN, () => `raffle ${number}: ${name}: ${fault}`);
}
