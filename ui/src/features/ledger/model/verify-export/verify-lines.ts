import { checkExportDigest } from '../../../../../../ledger/proof/audit/export-digest.ts';
import {
  type ExportEnd,
  type ExportHead,
  NotAnExportLine,
  parseExportLine,
  partFault,
} from '../../../../../../ledger/proof/audit/exported-event.ts';
import { Unsound } from '../../../../../../ledger/proof/audit/fault.ts';
import { LedgerAudit, type LedgerProof } from '../../../../../../ledger/proof/audit/ledger-audit.ts';
import { cosignaturesOf } from '../../../../../../ledger/proof/cosignature.ts';
import { parseNote, parseVerifierKey } from '../../../../../../ledger/proof/signed-note.ts';
import { isSignedSince } from '../continuity.ts';
import { UnreadableExport } from './export-bytes.ts';
import type { SoundExport, VerifyReply, VerifyRequest } from './protocol.ts';

/** What a check of an export ends with. */
export type Verdict = Exclude<VerifyReply, { kind: 'progress' }>;

/** What is known here of the ledger. A file may be older than that; what the program gives now may not. */
type Known = Pick<VerifyRequest, 'witnesses' | 'remembered'> & { readonly mayBeOlder: boolean };

/**
 * Checks an export line by line, and stops at the first that breaks a rule.
 * @param onEvents how many events hold so far; told after each bunch of lines
 * @param sha256 of all bytes before the last line, asked for once all lines have come
 * @param known the witnesses whose cosignatures are looked for, and what was seen of the ledger before
 */
export async function verifyLines(
  bunches: AsyncIterable<readonly string[]>,
  onEvents: (events: number) => void,
  sha256: () => string,
  known: Known,
): Promise<Verdict> {
  const { remembered, mayBeOlder } = known;
  const audit = new LedgerAudit({
    knownRoots: remembered
      ? [
          {
            from: 'what this browser remembers',
            size: remembered.size,
            root: remembered.root,
            mayBeLater: mayBeOlder,
          },
        ]
      : [],
    verifierKey: remembered?.verifierKey,
    mayBeUnsealed: mayBeOlder,
    // A program whose ledger was put into another store gives it with the positions of that store; no hash covers them.
    isMoved: true,
  });
  let number = 0;
  let head: ExportHead | undefined;
  let end: ExportEnd | undefined;
  try {
    for await (const lines of bunches) {
      for (const line of lines) {
        number += 1;
        if (end) throw new UnreadableExport(`Line ${number} stands behind the last one.`);
        if (number === 1) head = headIn(line);
        else end = take(line, number, audit);
      }
      onEvents(audit.progress.events);
    }
    if (number === 0) throw new UnreadableExport('The file is empty.');
    if (!end) throw new UnreadableExport('The last line is missing: this is not a whole export.');
    const fault = partFault(head?.to ?? null, audit.progress.events);
    if (fault !== undefined) throw new UnreadableExport(`It has ${fault}.`);
    const sound = soundOf(audit, { to: head?.to ?? null, end }, known);
    if (end.sha256 !== undefined) checkExportDigest(end, sha256(), sound.events);
    if (sound.events === 0) throw new UnreadableExport('It holds no event: there is nothing to verify.');
    return { kind: 'sound', sound };
  } catch (error) {
    if (error instanceof Unsound) return { kind: 'unsound', fault: error.fault };
    if (error instanceof NotAnExportLine) {
      return { kind: 'unreadable', why: `Line ${number} is none of an export: ${error.message}.` };
    }
    if (error instanceof UnreadableExport) return { kind: 'unreadable', why: error.message };
    throw error;
  }
}

/** @returns the end, where this line is it */
function take(text: string, number: number, audit: LedgerAudit): ExportEnd | undefined {
  const line = audit.addLine(text);
  if (line?.kind === 'head') throw new UnreadableExport(`Line ${number} is another first line.`);
  return line?.end;
}

function headIn(text: string): ExportHead {
  const line = parseExportLine(text);
  if (line.kind !== 'head') throw new UnreadableExport('The first line is not that of an export.');
  if (line.head.from === 0) return line.head;
  throw new UnreadableExport(
    `This export begins at event ${line.head.from}: only one from the first event on can be verified.`,
  );
}

/** @throws Unsound where a seal behind the remembered one is signed with a key that was replaced before that */
function mustBeSignedSince({ events, sealed, keys, checkpoint }: LedgerProof, remembered: Remembered): void {
  if (checkpoint === null || sealed < remembered.size || isSignedSince(checkpoint, keys, remembered)) return;
  throw new Unsound({
    rule: 'notary-key',
    at: null,
    among: { from: 0, to: events - 1 },
    expected: 'the key that signed what this browser has seen sealed, or one that it handed over to',
    found: keys.map(({ verifierKey }) => verifierKey).join(', '),
    follows: 'Its newest seal is signed with a key that the notary had replaced by then.',
  });
}

type Remembered = NonNullable<Known['remembered']>;
type Ends = Pick<ExportHead, 'to'> & { readonly end: ExportEnd };

function soundOf(audit: LedgerAudit, { to, end }: Ends, known: Known): SoundExport {
  const proof = audit.end(end);
  const { events, streams, seals, sealed, tree, keys } = proof;
  if (known.remembered) mustBeSignedSince(proof, known.remembered);
  const note = end.checkpoint === null ? undefined : parseNote(end.checkpoint);
  const witnesses = known.witnesses.map(parseVerifierKey).filter((key) => key !== undefined);
  const cosigned = note ? cosignaturesOf(note, witnesses) : [];
  const seen = known.remembered?.size;
  const isOlder = seen !== undefined && seen > tree.size;
  return {
    ...{ events, streams, seals, sealed },
    size: tree.size,
    root: tree.root,
    keys: keys.length,
    remembered: isOlder ? undefined : seen,
    endsBefore: isOlder ? seen : undefined,
    askedFor: to !== null && events >= to ? to : undefined,
    witnesses: cosigned.map(({ key }) => key.name),
    lacksCheckpoint: seals > 0 && end.checkpoint === null,
    isMoved: audit.namesOtherPositions,
  };
}
