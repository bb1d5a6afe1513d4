import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../embedded/commands/whole-file.ts';
import { EmbeddedEventStoreError } from '../embedded/errors.ts';
import { type FileLock, lockFile } from '../embedded/lock.ts';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import { mergeLog } from '../embedded/store/merge-log.ts';
import { requireOwnLog } from '../embedded/store/open.ts';
import { openEventImport } from '../event-import.ts';
import { openEventLog } from '../event-log.ts';
import type { LedgerProof } from '../proof/audit/ledger-audit.ts';
import { type AuditOptions, auditLedger } from './audit-ledger.ts';
import { countHeldBeginning } from './held-beginning.ts';
import { openLedger } from './sources/open.ts';
import { CannotRead } from './sources/source.ts';
import { openStore } from './sources/store-source.ts';

/** What was imported where. */
export type Imported = {
  readonly into: string;
  /** Of the new store. */
  readonly proof: LedgerProof;
  /** Of an export of the first events alone: how many were asked for. */
  readonly askedFor: number | undefined;
};
/** What stands in the new store. */
type Filled = Omit<Imported, 'askedFor'>;

export type ImportOptions = AuditOptions & {
  /** Whether what an import that was cut off has left in an event store is gone on with; no program may run on it. */
  readonly goesOn?: boolean;
};

/**
 * Puts a ledger into an empty store: it is audited as a whole first, then appended with its ids, data, metadata and
 * order, then audited again where it stands now. Its tree has the same root there, and its seals hold, because neither
 * covers positions: those are the new store's own. In a data folder it has its name once it is whole: a program would
 * serve half of one, with half of every balance.
 * @param from an export, the file of an embedded store or the address of a store
 * @param into the address of an event store, or a data folder that has no ledger
 * @throws Unsound when the ledger is not sound; then nothing was appended
 * @throws CannotRead when the store holds something else, or did not take it all
 */
export async function importLedger(
  from: string,
  into: string,
  { goesOn = false, ...options }: ImportOptions = {},
): Promise<Imported> {
  if (IS_STORE.test(into)) {
    const { proof: before, askedFor } = await audit(from, options);
    const held = await eventsHeld(from, into, before, goesOn);
    return { ...(await fill(from, into, before, { held, options })), askedFor };
  }
  const file = fileIn(into);
  requireOwnLog(file);
  const lock = owned(file);
  try {
    if (existsSync(file))
      throw new CannotRead(`${file} is there already; a ledger goes into an empty folder only.`);
    const { proof: before, askedFor } = await audit(from, options);
    const { proof } = await writeWhole(file, (draft) => fillFile(from, draft, before, options));
    return { into: file, proof, askedFor };
  } finally {
    lock.release();
  }
}

/** Whether a ledger could go there, as things are. @param into as `importLedger` takes it */
export async function holdsNoLedger(into: string): Promise<boolean> {
  return IS_STORE.test(into) ? isEmpty(into) : !existsSync(fileIn(into));
}

const IS_STORE = /^esdb(\+discover)?:\/\//;
const fileIn = (dataDir: string): string => join(dataDir, 'ledger.sqlite');

/** A program that starts meanwhile would begin a ledger of its own. @throws CannotRead where another process owns the file */
function owned(file: string): FileLock {
  try {
    return lockFile(file);
  } catch (error) {
    if (!(error instanceof EmbeddedEventStoreError)) throw error;
    throw new CannotRead(error.message, error);
  }
}

async function fillFile(
  from: string,
  draft: string,
  before: LedgerProof,
  options: AuditOptions,
): Promise<Filled> {
  try {
    const imported = await fillByNode(from, draft, before, options);
    requireMerged(draft);
    return imported;
  } finally {
    for (const beside of ['.lock', '-wal', '-shm']) await rm(`${draft}${beside}`, { force: true });
  }
}

async function fillByNode(
  from: string,
  draft: string,
  before: LedgerProof,
  options: AuditOptions,
): Promise<Filled> {
  const node = await startEmbeddedEventStore({ file: draft });
  try {
    return await fill(from, node.connectionString, before, { held: 0, options });
  } finally {
    await node.close();
  }
}

/**
 * The log has the draft's name, and does not go along when the draft gets that of the ledger.
 * @throws CannotRead where events stand in it alone
 */
function requireMerged(draft: string): void {
  let isMerged: boolean;
  try {
    isMerged = mergeLog(draft);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new CannotRead(`${draft} cannot be written to its end: ${reason}. Nothing was imported.`, error);
  }
  if (!isMerged) throw new CannotRead(`${draft} is read by somebody else. Nothing was imported.`);
}

async function audit(
  name: string,
  options: AuditOptions,
): Promise<{ proof: LedgerProof; askedFor: number | undefined }> {
  const source = await openLedger(name);
  try {
    const { proof } = await auditLedger(source, options);
    return { proof, askedFor: source.askedFor?.() };
  } finally {
    await source.close();
  }
}

async function fill(
  from: string,
  into: string,
  before: LedgerProof,
  { held, options }: { readonly held: number; readonly options: AuditOptions },
): Promise<Filled> {
  const source = await openLedger(from);
  const target = openEventImport(into);
  let read = 0;
  try {
    for await (const page of source.pages()) {
      // What is there already is not sent; and a running store may have gone on since it was audited.
      await target.append(page.slice(Math.max(0, held - read), before.events - read));
      read += page.length;
      if (read >= before.events) break;
    }
  } finally {
    await target.close();
    await source.close();
  }
  const moved = openStore(into);
  try {
    const { proof } = await auditLedger(moved, { ...options, isMoved: true });
    if (proof.tree.root !== before.tree.root || proof.events !== before.events) {
      throw new CannotRead(
        `${moved.name} holds ${proof.events} events under ${proof.tree.root}, and ${before.events} under ${before.tree.root} were to be imported.`,
      );
    }
    return { into: moved.name, proof };
  } finally {
    await moved.close();
  }
}

/**
 * Of the ledger, in the store that it goes into.
 * @throws CannotRead when that is more than none and is not to be gone on with, or is no beginning of it
 */
async function eventsHeld(from: string, into: string, before: LedgerProof, goesOn: boolean): Promise<number> {
  if (await isEmpty(into)) return 0;
  const [store, ledger] = [openStore(into), await openLedger(from)];
  try {
    const held = await countHeldBeginning(store, ledger);
    if (held !== undefined && goesOn) return held;
    const isCutOff = held !== undefined && held < before.events;
    throw new CannotRead(
      isCutOff
        ? `${store.name} holds the first ${held} of these ${before.events} events, as an import leaves them that was cut off. Where no program runs on it, --go-on imports the others.`
        : `${store.name} holds a ledger already; one goes into an empty store only.`,
    );
  } finally {
    await Promise.all([store.close(), ledger.close()]);
  }
}

async function isEmpty(into: string): Promise<boolean> {
  const log = openEventLog(into);
  try {
    return await log.isEmpty();
  } finally {
    await log.close();
  }
}
