import { Map as PersistentMap } from 'immutable';
import type { EventMetadata } from '../contracts/events/event.ts';
import { comparePositions, type LedgerPosition, parsePosition } from '../contracts/ledger-position.ts';

/** A command that a stream has seen. */
export type KnownCommand = {
  readonly inputHash: string;
  /** Of its first event. */
  readonly revision: bigint;
};

/**
 * The commands that a stream has seen, so that each has one effect. Immutable and bounded:
 * - of what people sent, the last `GENERATION` to `2 * GENERATION` are remembered, and from when on that is all of
 *   them (`forgottenUntil`): an older command is neither known nor new, and refused;
 * - what a process did for a cause in the ledger is known by how far the process has got here (`causes`), since
 *   each tells a stream its causes in the order of the ledger;
 * - what the program did by itself without naming a cause is remembered for ever: ledgers of its first version
 *   hold such payments, and the few that are still made are made once in a stream's life.
 */
export type KnownCommands = {
  readonly recent: PersistentMap<string, KnownCommand>;
  readonly older: PersistentMap<string, KnownCommand>;
  readonly lasting: PersistentMap<string, KnownCommand>;
  /** The newest `occurredAt` (RFC 3339) among the `recent`, among the `older`, and among those that were forgotten. */
  readonly recentUntil: string;
  readonly olderUntil: string;
  /** Empty while none was forgotten. */
  readonly forgottenUntil: string;
  /** By process: its last cause here, and the commands for it. */
  readonly causes: PersistentMap<string, LastCause>;
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

export const noCommands: KnownCommands = {
  recent: PersistentMap(),
  older: PersistentMap(),
  lasting: PersistentMap(),
  recentUntil: '',
  olderUntil: '',
  forgottenUntil: '',
  causes: PersistentMap(),
};

export function findCommand(known: KnownCommands, commandId: string): KnownCommand | undefined {
  return known.recent.get(commandId) ?? known.older.get(commandId) ?? known.lasting.get(commandId);
}

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
  return recent.size + older.size + lasting.size + causes.size;
}

/** With one more event of the stream. */
export function remember(
  known: KnownCommands,
  event: { readonly metadata: EventMetadata; readonly revision: bigint },
): KnownCommands {
  const { commandId, inputHash, actor, cause, occurredAt } = event.metadata;
  const command: KnownCommand = { inputHash, revision: event.revision };
  if (cause) return withCause(known, cause.process, cause.position, { ...command, commandId });
  if (findCommand(known, commandId)) return known;
  if (actor.kind === 'system') return { ...known, lasting: known.lasting.set(commandId, command) };
  if (known.recent.size < GENERATION) {
    const recentUntil = occurredAt > known.recentUntil ? occurredAt : known.recentUntil;
    return { ...known, recent: known.recent.set(commandId, command), recentUntil };
  }
  return {
    ...known,
    recent: PersistentMap<string, KnownCommand>().set(commandId, command),
    recentUntil: occurredAt,
    older: known.recent,
    olderUntil: known.recentUntil,
    forgottenUntil: known.olderUntil > known.forgottenUntil ? known.olderUntil : known.forgottenUntil,
  };
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
    return { ...known, causes: known.causes.set(process, { position, commands: [command] }) };
  if (order < 0 || last.commands.some(({ commandId }) => commandId === command.commandId)) return known;
  const commands = [...last.commands, command];
  return { ...known, causes: known.causes.set(process, { position, commands }) };
}
