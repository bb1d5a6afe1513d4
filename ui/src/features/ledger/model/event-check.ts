import * as z from 'zod/mini';
import { type Receipt, receipt as receiptSchema } from '../../../../../contracts/api/ledger-seals.ts';
import { canonicalJson, NotCanonical } from '../../../../../ledger/proof/canonical-json.ts';
import { cosignaturesOf } from '../../../../../ledger/proof/cosignature.ts';
import type { ProofStep } from '../../../../../ledger/proof/proof-step.ts';
import { type ReceiptCheck, verifyReceipt } from '../../../../../ledger/proof/receipt.ts';
import { parseNote, parseVerifierKey } from '../../../../../ledger/proof/signed-note.ts';
import type { EventAnswer } from '../api/ledger-queries.ts';
import { contradiction, type RememberedSeal } from './continuity.ts';
import { listed } from './seal-standing.ts';

/** What this browser found out about an event by itself. */
export type EventCheck = ReceiptCheck & {
  /** Names of the known witnesses whose cosignature under the root holds. */
  readonly witnesses: readonly string[];
};

/**
 * Checks what the page shows of an event against its receipt, and the receipt by itself.
 */
export function checkEvent(shown: EventAnswer, receipt: Receipt, known: Known): EventCheck {
  const checked = checkReceipt(receipt, known);
  const own = [
    {
      name: 'This page',
      shows: 'What stands on this page is the event of the receipt',
      fault: shownFault(shown, receipt),
    },
    { name: 'Chain', shows: chainText(shown), fault: chainFault(shown) },
  ];
  return { ...checked, ...judged([...own, ...checked.steps], checked.verdict) };
}

/** @param verdict where all the steps hold */
const judged = (
  steps: readonly ProofStep[],
  verdict: ReceiptCheck['verdict'],
): Pick<ReceiptCheck, 'steps' | 'verdict'> => ({
  steps,
  verdict: steps.every(({ fault }) => fault === undefined) ? verdict : 'does not hold',
});

/** What this browser knows by itself. C2SP verifier keys. */
export type Known = {
  /** Whose word counts. One that has not cosigned (yet) makes nothing false. */
  readonly witnesses: readonly string[];
  /** What it has seen sealed on an earlier visit. */
  readonly remembered?: RememberedSeal | undefined;
};

/** @param given what was read as JSON, from anybody */
export function checkReceipt(given: unknown, { witnesses: known, remembered }: Known): EventCheck {
  const witnesses = cosignersOf(given, known);
  const names = witnesses.map((key) => parseVerifierKey(key)?.name ?? key);
  const checked = verifyReceipt(given, {
    witnesses,
    ...(remembered && { verifierKey: remembered.verifierKey }),
  });
  return {
    ...checked,
    ...judged([...checked.steps, ...memorySteps(given, remembered)], checked.verdict),
    witnesses: names,
  };
}

/** Told where it fails alone: of a seal with fewer events nothing is compared. */
function memorySteps(given: unknown, remembered: RememberedSeal | undefined): readonly ProofStep[] {
  const receipt = z.safeParse(receiptSchema, given).data;
  if (!remembered || !receipt?.inclusion) return [];
  const fault = contradiction(receipt.inclusion.checkpoint, receipt.notaryKeys, remembered);
  if (fault === undefined) return [];
  return [{ name: 'Memory', shows: 'It is of the ledger that this browser has seen sealed', fault }];
}

/** Those of the known witnesses whose cosignature holds. */
function cosignersOf(given: unknown, known: readonly string[]): readonly string[] {
  const checkpoint: unknown = Reflect.get(Object(Reflect.get(Object(given), 'inclusion')), 'checkpoint');
  const note = typeof checkpoint === 'string' ? parseNote(checkpoint) : undefined;
  if (!note) return [];
  return known.filter((text) => {
    const key = parseVerifierKey(text);
    return key !== undefined && cosignaturesOf(note, [key]).length > 0;
  });
}

function shownFault(
  { line, data, metadata }: EventAnswer,
  { event, inclusion }: Receipt,
): string | undefined {
  const pairs = [
    ['id', line.eventId, event.id],
    ['type', line.type, event.type],
    ['stream', line.stream, event.stream],
    ['revision', line.revision, event.revision],
    ['position', line.ledgerPosition, event.position],
    ['hash', line.hash, event.hash],
    ['number', line.index, inclusion ? inclusion.index : line.index],
    ['time', momentOf(line.occurredAt), momentOf(Reflect.get(Object(event.metadata), 'occurredAt'))],
  ] as const;
  for (const [name, here, there] of pairs)
    if (here !== there) return `${name} is ${here} here and ${there} there`;
  try {
    if (canonicalJson(data) !== canonicalJson(event.data)) return 'data is another one';
    if (canonicalJson(metadata) !== canonicalJson(event.metadata)) return 'metadata is another one';
  } catch (error) {
    if (error instanceof NotCanonical) return error.message;
    throw error;
  }
  return undefined;
}

/** However it is written. */
const momentOf = (time: unknown): string => {
  const at = new Date(String(time));
  return Number.isNaN(at.getTime()) ? 'unknown' : at.toISOString();
};

const chainText = ({ line, previous }: EventAnswer): string =>
  previous
    ? `It names the hash of event ${previous.revision} of its stream, as this page shows it`
    : `It is the first event of ${line.stream}, and names none before it`;

function chainFault({ line, metadata, previous }: EventAnswer): string | undefined {
  const named: unknown = Reflect.get(Object(metadata), 'prevHash');
  if (previous) {
    if (previous.stream !== line.stream || previous.revision !== line.revision - 1) {
      return 'the event that is shown before it stands elsewhere';
    }
    return named === previous.hash ? undefined : 'it names another hash than that of the event before it';
  }
  if (line.revision !== 0) return 'the event before it is not shown';
  return named === null ? undefined : 'it names an event before it, and there is none';
}

/** `In the ledger · sealed · witnessed by a and b`: only what the check has found to hold. */
export function verdictWords({ verdict, witnesses }: EventCheck): readonly string[] {
  switch (verdict) {
    case 'does not hold':
      return ['The proof does not hold'];
    case 'signed by the notary':
      return ['A word of the notary', 'in no tree itself'];
    case 'not sealed yet':
      return ['Said to be in the ledger', 'not sealed yet'];
    case 'in the ledger':
      return [
        'In the ledger',
        'sealed',
        witnesses.length > 0 ? `witnessed by ${listed(witnesses)}` : 'not witnessed yet',
      ];
  }
}

/** Whether there is nothing more to wait for: it is sealed, and where there are witnesses one of them has cosigned. */
export function isWhole(receipt: Receipt, knownWitnesses: readonly string[]): boolean {
  if (receipt.event.stream === 'seals') return true;
  if (!receipt.inclusion) return false;
  return knownWitnesses.length === 0 || cosignersOf(receipt, knownWitnesses).length > 0;
}
