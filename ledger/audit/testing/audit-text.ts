import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { type AuditFault, Unsound } from '../../proof/audit/fault.ts';
import { type Audited, type AuditOptions, auditLedger } from '../audit-ledger.ts';
import { exportLines } from '../export/export-lines.ts';
import { hashHere } from '../hashing/line-hashing.ts';
import { ExportReader } from '../sources/export-reader.ts';
import type { LedgerSource } from '../sources/source.ts';

/** An export in memory, read as one in a file is. @param hashing once, like the source itself */
export function textSource(text: string, hashing = hashHere()): LedgerSource {
  const reader = new ExportReader();
  async function* hashedPages() {
    yield* reader.hashedPagesOf(inPieces(text), hashing);
  }
  return {
    name: 'a text',
    size: async () => undefined,
    done: () => 0,
    async *pages() {
      for await (const { events } of hashedPages()) yield events;
      reader.checkDigest();
    },
    hashedPages,
    checkWhole: () => reader.checkDigest(),
    end: () => reader.end,
    close: async () => undefined,
  };
}

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // Lines are cut in their middle, as a file's are.
  for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
}

/** The events as an export, its end and digest made for them. */
export async function exportText(events: readonly ExportedEvent[]): Promise<string> {
  async function* pages() {
    yield events;
  }
  let text = '';
  for await (const piece of exportLines(pages(), { from: 0, to: null })) text += piece;
  return text;
}

/** The first fault of an export; undefined for a sound one. All that may be kept in a file is kept there. */
export async function faultIn(
  text: string,
  options: AuditOptions = {},
  hashing = hashHere(),
): Promise<AuditFault | undefined> {
  try {
    await auditLedger(textSource(text, hashing), { atHand: 1, ...options });
    return undefined;
  } catch (error) {
    if (error instanceof Unsound) return error.fault;
    throw error;
  }
}

export const auditText = (text: string, options: AuditOptions = {}): Promise<Audited> =>
  auditLedger(textSource(text), options);
