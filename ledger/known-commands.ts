import { CAUSED_BY } from '../contracts/events/caused-by.ts';
import type { EventMetadata } from '../contracts/events/event.ts';
import { comparePositions, type LedgerPosition, parsePosition } from '../contracts/ledger-position.ts';
import { GrowingMap } from './growing-map.ts';

/** A command that a stream has seen. */
export type KnownCommand = {
  readonly inputHash: string;
  /** Of its first event. */
  readonly revision: bigint;
};

/** Commands by their ids, and the oldest and newest `occurredAt` among them (RFC 3339; empty while there are none). */
type Generation = {
  readonly byId: GrowingMap<KnownCommand>;
  readonly from: string;
  readonly until: string;
};

/**
 * The commands that a stream has seen, so that each has one effect. Immutable and bounded:
 * - of what people sent, the last `GENERATION` to `2 * GENERATION` are remembered; of each older one eight characters
 *   stay, by which `ageOf` says that it is forgotten and not new;
 * - what a process did for a cause in the ledger is known by how far the process has got here (`causes`), since
 *   each tells a stream its causes in the order of the ledger;
 * - what the program did by itself without naming a cause is remembered for ever: ledgers of its first version
 *   hold such payments, and the few that are still made are made once in a stream's life. So is what a process did
 *   under an id that a person's key may lead to (`MASS_ACTS`).
 */
export type KnownCommands = {
  readonly recent: Generation;
  readonly older: Generation;
  readonly lasting: GrowingMap<KnownCommand>;
  /** The newest `occurredAt` among commands that were forgotten; empty while none was. */
  readonly forgottenUntil: string;
  /** Of the commands that were forgotten, a text for each `GENERATION` of them: their marks, sorted, one behind the other. */
  readonly forgotten: readonly string[];
  /** By process: its last cause here, and the commands for it. */
  readonly causes: GrowingMap<LastCause>;
};

export type LastCause = {
  readonly position: LedgerPosition;
  readonly commands: readonly (KnownCommand & { readonly commandId: string })[];
};

/**
 * The event that a process acts on: commands of a process are once by it. One that is told late, after others that
 * came behind it, says so: whether it was done before is then looked up in the whole stream.
 */
export type Cause = {
  readonly process: string;
  readonly position: LedgerPosition;
  readonly isLate?: true;
};

export const GENERATION = 1_000;

const noGeneration: Generation = { byId: GrowingMap.of(), from: '', until: '' };

export const noCommands: KnownCommands = {
  recent: noGeneration,
  older: noGeneration,
  lasting: GrowingMap.of(),
  forgottenUntil: '',
  forgotten: [],
  causes: GrowingMap.of(),
};

export function findCommand(known: KnownCommands, commandId: string): KnownCommand | undefined {
  return known.recent.byId.get(commandId) ?? known.older.byId.get(commandId) ?? known.lasting.get(commandId);
}

/** A command as it is sent, once more or for the first time. */
type Sending = {
  readonly commandId: string;
  readonly firstSentAt?: string | undefined;
  readonly occurredAt: string;
};

/**
 * What can be said of a command that is not known. The marks of those that were forgotten tell whether it is one of them,
 * whenever its sender says that it was first sent: nobody knows that any more of a very old key, and one that is known to be
 * old may have been refused. `unsure`: by its time it may be among those that were forgotten, and among those that
 * would still be remembered; clocks that differ make such ones, and the stream itself is asked for the answer of then.
 */
export function ageOf(
  known: KnownCommands,
  { commandId, occurredAt, firstSentAt = occurredAt }: Sending,
): 'new' | 'forgotten' | 'unsure' {
  const isNewerThanForgotten = firstSentAt > known.forgottenUntil;
  const isOlderThanKnown = firstSentAt < known.older.from && firstSentAt < known.recent.from;
  if (!isNewerThanForgotten && !isOlderThanKnown) return 'unsure';
  return isMarked(known, commandId) ? 'forgotten' : 'new';
}

/**
 * Acts on all accounts, of this version and of the first: one of the ids by which they touch an account is UUIDv5(user,
 * request), as that of a command which its user sends under the request's public id as the key.
 */
const MASS_ACTS: readonly string[] = [CAUSED_BY.massActs, CAUSED_BY.massActsOfFirst];

/** What the process did here for its last cause. */
export function findForCause(
  known: KnownCommands,
  cause: Cause,
  commandId: string,
): KnownCommand | undefined {
  const last = known.causes.get(cause.process);
  if (!last || comparePositions(cause.position, last.position) !== 0) return undefined;
  return last.commands.find((command) => command.commandId === commandId);
}

/** Whether the process has gone past the cause here: it was done, or there was nothing to do. */
export function isCauseOver(known: KnownCommands, cause: Cause): boolean {
  const last = known.causes.get(cause.process);
  return !cause.isLate && last !== undefined && comparePositions(cause.position, last.position) < 0;
}

export function countCommands({ recent, older, lasting, causes }: KnownCommands): number {
  return recent.byId.size + older.byId.size + lasting.size + causes.size;
}

/**
 * With one more event of the stream.
 * @param isMoved whether it was copied here from another store: then its cause stands at another place here
 */
export function remember(
  known: KnownCommands,
  event: { readonly metadata: EventMetadata; readonly revision: bigint },
  isMoved = false,
): KnownCommands {
  const { commandId, inputHash, actor, cause, occurredAt } = event.metadata;
  const command: KnownCommand = { inputHash, revision: event.revision };
  const lasting = () => ({ ...known, lasting: known.lasting.with(commandId, command) });
  if (cause) {
    const isLasting = MASS_ACTS.includes(cause.process) && !findCommand(known, commandId);
    const told = isLasting ? lasting() : known;
    return isMoved ? told : withCause(told, cause.process, cause.position, { ...command, commandId });
  }
  if (findCommand(known, commandId)) return known;
  if (actor.kind === 'system') return lasting();
  const { recent, older, forgottenUntil, forgotten } = known;
  if (recent.byId.size < GENERATION) {
    return { ...known, recent: withCommand(recent, commandId, command, occurredAt) };
  }
  return {
    ...known,
    recent: withCommand(noGeneration, commandId, command, occurredAt),
    older: recent,
    forgottenUntil: latest(older.until, forgottenUntil),
    forgotten: older.byId.size === 0 ? forgotten : [...forgotten, marksOf(older)],
  };
}

/** Characters of a mark. */
const MARK = 8;

/**
 * Of a UUID its last 48 bits, in base64. That two commands of one stream have one mark is so rare that the second may be
 * taken for forgotten: among a million, one in three hundred million.
 */
const markOf = (commandId: string): string => Buffer.from(commandId.slice(-12), 'hex').toString('base64url');

const marksOf = ({ byId }: Generation): string =>
  [...byId]
    .map(([id]) => markOf(id))
    .toSorted()
    .join('');

function isMarked({ forgotten }: KnownCommands, commandId: string): boolean {
  const mark = markOf(commandId);
  return forgotten.some((marks) => isAmong(marks, mark));
}

function isAmong(marks: string, mark: string): boolean {
  let [from, until] = [0, marks.length / MARK];
  while (from < until) {
    const middle = (from + until) >>> 1;
    const found = marks.slice(middle * MARK, (middle + 1) * MARK);
    if (found === mark) return true;
    if (found < mark) from = middle + 1;
    else until = middle;
  }
  return false;
}

/** Bytes of heap that the marks take. */
export function bytesOfMarks({ forgotten }: KnownCommands): number {
  return forgotten.reduce((bytes, marks) => bytes + marks.length, 0);
}

function withCommand(
  { byId, from, until }: Generation,
  commandId: string,
  command: KnownCommand,
  occurredAt: string,
): Generation {
  return {
    byId: byId.with(commandId, command),
    from: from === '' || occurredAt < from ? occurredAt : from,
    until: latest(occurredAt, until),
  };
}

/** Of RFC 3339 times in one form, which sort as texts. */
function latest(a: string, b: string): string {
  return a > b ? a : b;
}

function withCause(
  known: KnownCommands,
  process: string,
  text: string,
  command: LastCause['commands'][number],
): KnownCommands {
  const position = parsePosition(text);
  const last = known.causes.get(process);
  if (!position) return known;
  const order = last ? comparePositions(position, last.position) : 1;
  // Told late, by hand: what came after it stays the last.
  if (!last || order > 0)
    return { ...known, causes: known.causes.with(process, { position, commands: [command] }) };
  if (order < 0 || last.commands.some(({ commandId }) => commandId === command.commandId)) return known;
  const commands = [...last.commands, command];
  return { ...known, causes: known.causes.with(process, { position, commands }) };
}
