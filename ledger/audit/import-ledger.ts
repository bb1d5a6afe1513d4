import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../embedded/commands/whole-file.ts';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import { requireOwnLog } from '../embedded/store/open.ts';
import { openEventImport } from '../event-import.ts';
import { openEventLog } from '../event-log.ts';
import { withoutCredentials } from '../event-store-client.ts';
import type { LedgerProof } from '../proof/audit/ledger-audit.ts';
import { type AuditOptions, auditLedger } from './audit-ledger.ts';
import { openLedger } from './sources/open.ts';
import { CannotRead } from './sources/source.ts';
import { openStore } from './sources/store-source.ts';

/** What was imported where; `proof` is that of the new store. */
export type Imported = { readonly into: string; readonly proof: LedgerProof };

/**
 * Puts a ledger into an empty store: it is audited as a whole first, then appended with its ids, data, metadata and
 * order, then audited again where it stands now. Its tree has the same root there, and its seals hold, because neither
 * covers positions: those are the new store's own. In a data folder it has its name once it is whole: a program would
 * serve half of one, with half of every balance.
 * @param from an export, the file of an embedded store or the address of a store
 * @param into the address of an event store, or a data folder that has no ledger
 * @throws Unsound when the ledger is not sound; then nothing was appended
 * @throws CannotRead when the store is not empty, or did not take it all
 */
export async function importLedger(
  from: string,
  into: string,
  options: AuditOptions = {},
): Promise<Imported> {
  const before = await audit(from, options);
  if (/^esdb(\+discover)?:\/\//.test(into)) return fill(from, into, before, options);
  const file = join(into, 'ledger.sqlite');
  const taken = (cause?: unknown) =>
    new CannotRead(`${file} is there already; a ledger goes into an empty folder only.`, cause);
  if (existsSync(file)) throw taken();
  requireOwnLog(file);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const whole = writeWhole(file, (draft) => fillFile(from, draft, before, options));
  const { proof } = await whole.catch((error: unknown) => {
    throw existsSync(file) ? taken(error) : error;
  });
  return { into: file, proof };
}

async function fillFile(
  from: string,
  draft: string,
  before: LedgerProof,
  options: AuditOptions,
): Promise<Imported> {
  const node = await startEmbeddedEventStore({ file: draft });
  try {
    return await fill(from, node.connectionString, before, options);
  } finally {
    await node.close();
    await rm(`${draft}.lock`, { force: true });
  }
}

async function audit(name: string, options: AuditOptions): Promise<LedgerProof> {
  const source = await openLedger(name);
  try {
    return (await auditLedger(source, options)).proof;
  } finally {
    await source.close();
  }
}

async function fill(
  from: string,
  into: string,
  before: LedgerProof,
  options: AuditOptions,
): Promise<Imported> {
  await requireEmpty(into);
  const source = await openLedger(from);
  const target = openEventImport(into);
  let left = before.events;
  try {
    for await (const page of source.pages()) {
      // A running store may have gone on since it was audited.
      const audited = page.slice(0, left);
      left -= audited.length;
      await target.append(audited);
      if (left === 0) break;
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

async function requireEmpty(into: string): Promise<void> {
  const log = openEventLog(into);
  try {
    if (await log.isEmpty()) return;
  } finally {
    await log.close();
  }
  throw new CannotRead(
    `${withoutCredentials(into)} holds a ledger already; one goes into an empty store only.`,
  );
}
