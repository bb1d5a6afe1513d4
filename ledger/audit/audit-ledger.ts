import type { EventMetadata } from '../../contracts/events/event.ts';
import { isKnownEventType } from '../../contracts/events/ledger-event.ts';
import { type LedgerPosition, parsePosition } from '../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { Digests } from '../proof/audit/digests.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import { type AuditFault, type Place, Unsound } from '../proof/audit/fault.ts';
import { LedgerAudit, type LedgerProof, type Progress } from '../proof/audit/ledger-audit.ts';
import type { KnownRoot } from '../proof/audit/seals.ts';
import { isReadAsWritten, upcast } from '../upcast.ts';
import { type BrokenRule, LedgerRules } from './ledger-rules.ts';
import { nodePrimitives } from './node-primitives.ts';
import type { AuditedEvent } from './rules/rule.ts';
import { CannotRead, hashedPagesOf, type LedgerSource } from './sources/source.ts';

export type AuditOptions = {
  /** Roots that somebody holds from an earlier day: the ledger must have had them. */
  readonly knownRoots?: readonly KnownRoot[];
  /** A key of the notary that is known from elsewhere (C2SP verifier key). */
  readonly verifierKey?: string | undefined;
  readonly origin?: string | undefined;
  readonly superAdmin?: string | undefined;
  /** Who had that right before. */
  readonly formerSuperAdmins?: readonly string[] | undefined;
  /** Whether the ledger was imported: what its events say of positions is of the store before. */
  readonly isMoved?: boolean;
  /** Up to this size the rules were judged before, and its root is among `knownRoots`: they are only followed. */
  readonly judgedTo?: number;
  /** How many accounts are objects in memory, and at the most twice as many are; some thousands unless given. */
  readonly atHand?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Told of every event that keeps all rules so far, for who folds it into something else. */
  readonly onEvents?: (events: readonly AuditedEvent[]) => Promise<void>;
};

/** What a sound ledger comes to. */
export type Audited = { readonly proof: LedgerProof; readonly rules: LedgerRules };

/**
 * Replays a whole ledger: hashes, chains, order, tree and seals, and every rule of the program. It stops at the first
 * fault. What grows with the ledger are plain bytes for each stream and command; accounts are objects while they are at
 * hand, and else in a file.
 * @throws Unsound, CannotRead
 */
export async function auditLedger(source: LedgerSource, options: AuditOptions = {}): Promise<Audited> {
  const {
    knownRoots,
    verifierKey,
    origin,
    superAdmin,
    formerSuperAdmins,
    isMoved,
    judgedTo = 0,
    atHand,
  } = options;
  const { onProgress, onEvents } = options;
  const audit = new LedgerAudit({
    primitives: nodePrimitives,
    ...(knownRoots && { knownRoots }),
    verifierKey,
    origin,
    ...(isMoved !== undefined && { isMoved }),
  });
  const rules = new LedgerRules({
    superAdmin,
    formerSuperAdmins,
    ...(isMoved !== undefined && { isMoved }),
    streams: audit.streams,
    atHand,
  });
  /** Of the tree over all events but the seals. */
  let size = 0;
  for await (const { events: page, digests } of hashedPagesOf(source)) {
    const events: AuditedEvent[] = [];
    for (const [row, written] of page.entries()) {
      const place = proven(audit, rules, written, digests, row);
      if (place.index !== null) size = place.index + 1;
      const event = audited(written, place, audit, digests, row);
      if (place.index !== null && place.index < judgedTo) rules.follow(event, audit.stream);
      else {
        const broken = rules.add(event, audit.stream);
        if (broken) throw brokenAt(broken, place, audit.unprovenFrom);
      }
      if (onEvents) events.push(event);
    }
    await onEvents?.(events);
    onProgress?.(audit.progress);
  }
  mustReach(audit, size, source, options);
  const proof = audit.end(source.end());
  const broken = rules.end();
  if (broken) throw new Unsound({ ...faultOf(broken), at: null, among: { from: 0, to: proof.events - 1 } });
  source.checkWhole?.();
  return { proof, rules };
}

/**
 * A part that was asked for ends where that was asked for, and shows nothing of what stands behind.
 * @param size of the tree over all its events but the seals
 * @throws CannotRead where a root is of more events than it holds, or a known key may have signed behind its end
 */
function mustReach(
  audit: LedgerAudit,
  size: number,
  source: LedgerSource,
  { knownRoots = [], verifierKey }: AuditOptions,
): void {
  const askedFor = source.askedFor?.();
  if (askedFor === undefined) return;
  const part = `${source.name} was asked for its first ${askedFor} alone`;
  const later = knownRoots.find((known) => known.size > size);
  if (later) {
    source.checkWhole?.();
    throw new CannotRead(
      `${later.from} is of ${later.size} events, and ${part}: it holds ${size} of them, and cannot show the others.`,
    );
  }
  if (verifierKey === undefined || audit.isSealedBy(verifierKey)) return;
  source.checkWhole?.();
  throw new CannotRead(
    `${part}, and no seal among them is of ${verifierKey} or of a key that it handed over to: it cannot show those behind.`,
  );
}

/** @throws Unsound that names the event itself where its own id shows that it was altered */
function proven(
  audit: LedgerAudit,
  rules: LedgerRules,
  written: ExportedEvent,
  digests: Digests | undefined,
  row: number,
): Place {
  try {
    return audit.add(written, digests, row);
  } catch (error) {
    if (!(error instanceof Unsound) || error.fault.rule !== 'chain' || !error.fault.at) throw error;
    const { stream: name } = written;
    const position = parsePosition(written.position);
    const broken = rules.contentFault(audited(written, error.fault.at, { position, name }));
    throw broken ? brokenAt(broken, error.fault.at, audit.unprovenFrom) : error;
  }
}

/** The event as the program reads it. @throws Unsound for what it could not have written */
function audited(
  written: ExportedEvent,
  at: Place,
  { position, name: stream }: { readonly position: LedgerPosition | undefined; readonly name: string },
  digests?: Digests,
  row = 0,
): AuditedEvent {
  const { id, type, data, metadata } = written;
  try {
    if (!isKnownEventType(type) || !position) throw new LedgerCorrupt(`there is no event type ${type}`);
    const revision = BigInt(written.revision);
    if (digests?.fits[row] === 1) {
      // Both schemas have accepted them where they were hashed.
      const read = metadata as EventMetadata;
      if (isReadAsWritten(type, read.schemaVersion)) {
        const place = (digests.places[row] ?? 0) - 1;
        return { type, data, id, stream, revision, position, metadata: read, place } as AuditedEvent;
      }
    }
    const { event, metadata: read, isNewest } = upcast(type, data, metadata);
    const where = { id, stream, revision, position };
    return { ...event, ...where, metadata: read, ...(!isNewest && { written: { data, metadata } }) };
  } catch (error) {
    if (!(error instanceof LedgerCorrupt)) throw error;
    const detail = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new Unsound({
      rule: 'schema',
      at,
      among: { from: at.number, to: at.number },
      expected: `data and metadata of a ${type} that this program knows`,
      found: `${error.message}${detail}`,
      follows: 'The program did not write this event, or a newer version of it did.',
    });
  }
}

function brokenAt(broken: BrokenRule, at: Place, unprovenFrom: number): Unsound {
  const from = broken.isByItself ? at.number : Math.min(at.number, unprovenFrom);
  return new Unsound({ ...faultOf(broken), at, among: { from, to: at.number } });
}

/** What it means that a rule is broken, for who relies on the ledger. */
function faultOf({ rule, reason }: BrokenRule): Pick<AuditFault, 'rule' | 'expected' | 'found' | 'follows'> {
  return {
    rule,
    expected: RULES[rule] ?? 'every rule to hold',
    found: reason,
    follows: FOLLOWS[rule] ?? FOLLOWS_ELSE,
  };
}

const RULES: Readonly<Record<string, string>> = {
  streams: 'each stream to hold events of its own kind only',
  commands: 'one effect a command, in events whose ids follow from their content',
  causes: 'what a process did to name an event that stands before it',
  account: 'what the account’s own decider would have decided',
  money: 'postings that add up to zero, and nothing negative or paid twice',
  tariff: 'each grant to be for something that the ledger holds, and to pay what that pays',
  'rewards-by-hand': 'rewards by hand within the limit of their day, or approved by a second admin',
  owners: 'one owner of each wallet, name, mailbox and platform account',
  'mass-acts': 'an act on all accounts to take what stood there, once and from all',
  rights: 'each act of an admin to rest on a right that there was',
  raffles: 'each raffle to compute again, and its prizes to be paid as announced',
  playlist: 'what is taken away to be there, and one track of each file',
};

const FOLLOWS_ELSE = 'The program did not write this, or did what it must not do.';
const FOLLOWS: Readonly<Record<string, string>> = {
  causes: `${FOLLOWS_ELSE.slice(0, -1)}; of a ledger that was imported say --moved.`,
  commands: 'The event was altered after it was written, or one request had two effects.',
  account: 'A balance behind this event is not what the rules give.',
  money: 'Somebody was paid what is not theirs, or EVO were made or lost.',
  tariff: 'Somebody was granted what was not due.',
  'rewards-by-hand': 'An admin sent alone what needed a second one.',
  owners: 'Two accounts claim one person’s wallet, name or mailbox.',
  rights: 'Somebody acted as an admin who was none.',
  raffles: 'The draw or its prizes are not what was announced.',
};
