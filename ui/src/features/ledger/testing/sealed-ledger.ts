import { ed25519 } from '@noble/curves/ed25519.js';
import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import {
  type ExportedEvent,
  type ExportHead,
  exportLine,
} from '../../../../../ledger/proof/audit/exported-event.ts';
import { base64Of } from '../../../../../ledger/proof/base64.ts';
import { bytesToHex, hexToBytes } from '../../../../../ledger/proof/bytes.ts';
import { checkpointText } from '../../../../../ledger/proof/checkpoint.ts';
import { cosign } from '../../../../../ledger/proof/cosignature.ts';
import { eventHash } from '../../../../../ledger/proof/event-hash.ts';
import { inclusionProof, type MerkleTree, merkleTree } from '../../../../../ledger/proof/merkle.ts';
import { successionText } from '../../../../../ledger/proof/notary-keys.ts';
import {
  COSIGNATURE_V1,
  formatNote,
  type NoteSignature,
  signText,
  verifierKeyOf,
} from '../../../../../ledger/proof/signed-note.ts';
import type { EventAnswer, Seal, Seals } from '../api/ledger-queries.ts';

/** A small ledger with true hashes, a true tree and true signatures, and what the API says of it. */
export type SealedLedger = {
  readonly events: readonly ExportedEvent[];
  /** Newest first, seals included. */
  readonly lines: readonly LogLine[];
  readonly seals: Seals;
  readonly checkpoint: string;
  readonly answer: (eventId: string) => EventAnswer | undefined;
  readonly receipt: (eventId: string) => Receipt | undefined;
  /** NDJSON. */
  readonly export: string;
};

export type SealedLedgerOptions = {
  /** How many events there are beside the seals. */
  readonly size: number;
  /** How many of them the seal holds. */
  readonly sealed: number;
  readonly witnesses: readonly string[];
  /** Of the newest event. */
  readonly endsAt: Date;
  /** Another notary than the usual one, and another history. */
  readonly notary?: number;
  readonly reason?: string;
};

/** The usual notary once it has handed over to another key, and what either signs. */
export function notaryWithTwoKeys(): {
  readonly notaryKeys: Receipt['notaryKeys'];
  readonly sign: (text: string, by: 'first' | 'second') => string;
} {
  const seeds = { first: new Uint8Array(32).fill(7), second: new Uint8Array(32).fill(8) };
  const [first, second] = [seeds.first, seeds.second].map((seed) =>
    verifierKeyOf(ORIGIN, ed25519.getPublicKey(seed)),
  ) as [string, string];
  const { signature } = signText(successionText(second), ORIGIN, seeds.first);
  return {
    notaryKeys: [
      { verifierKey: first, replaces: null },
      { verifierKey: second, replaces: { verifierKey: first, signature: base64Of(signature) } },
    ],
    sign: (text, by) => formatNote({ text, signatures: [signText(text, ORIGIN, seeds[by])] }),
  };
}

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const ORIGIN = 'rewards.example.org/ledger';
const MINUTE_MS = 60_000;

export function sealedLedger(options: SealedLedgerOptions): SealedLedger {
  const { size, sealed, witnesses, endsAt, notary = 7, reason = 'A test' } = options;
  const notarySeed = new Uint8Array(32).fill(notary);
  const timeOf = (index: number): string =>
    new Date(endsAt.getTime() - (size - 1 - index) * MINUTE_MS).toISOString();
  const hashes = new Map<string, string>();
  const ends = new Map<string, ExportedEvent>();

  function append(stream: string, type: string, data: ExportedEvent['data'], at: string): ExportedEvent {
    const before = ends.get(stream);
    const number = hashes.size;
    const event: ExportedEvent = {
      position: `C:${(number + 1) * 100}/P:${(number + 1) * 100}`,
      id: idOf(number),
      type,
      stream,
      revision: before ? before.revision + 1 : 0,
      data,
      // As the program writes it: so long, and its members in this order.
      metadata: {
        actor: { kind: 'system' },
        commandId: idOf(number),
        correlationId: idOf(number),
        inputHash: 'ab'.repeat(32),
        occurredAt: at,
        prevHash: (before && hashes.get(before.id)) ?? null,
        schemaVersion: 1,
      },
    };
    hashes.set(event.id, eventHash({ ...event, revision: BigInt(event.revision) }));
    ends.set(stream, event);
    return event;
  }

  const key = verifierKeyOf(ORIGIN, ed25519.getPublicKey(notarySeed));
  const setKey = append('seals', 'NotaryKeySet', { verifierKey: key, replaces: null }, timeOf(0));
  const recorded = Array.from({ length: size }, (_, index) =>
    append(`account-${index % 3}`, 'RewardGranted', { amount: String(index + 1), reason }, timeOf(index)),
  );
  const indices = new Map(recorded.map(({ id }, index) => [id, index]));
  const tree = merkleTree(recorded.slice(0, sealed).map(({ id }) => entryOf(hashes.get(id))));
  const text = checkpointText({ origin: ORIGIN, size: sealed, root: tree.root });
  const signature = signText(text, ORIGIN, notarySeed);
  const cosigners = witnesses.map((name, index) => {
    const seed = new Uint8Array(32).fill(index + 100);
    const at = Math.floor(endsAt.getTime() / 1_000);
    return {
      name,
      verifierKey: verifierKeyOf(name, ed25519.getPublicKey(seed), COSIGNATURE_V1),
      signature: cosign(text, name, seed, at),
      at: new Date(at * 1_000).toISOString(),
    };
  });
  const root = bytesToHex(tree.root);
  const hasSeal = sealed > 0;
  const seal = hasSeal
    ? append(
        'seals',
        'LedgerSealed',
        {
          size: sealed,
          root,
          previous: null,
          position: recorded[sealed - 1]?.position ?? null,
          origin: ORIGIN,
          verifierKey: key,
          signature: base64Of(signature.signature),
        },
        endsAt.toISOString(),
      )
    : undefined;
  const events = [setKey, ...recorded, ...(seal ? [seal] : [])];
  const note = (signatures: readonly NoteSignature[]) => formatNote({ text, signatures });
  const checkpoint = hasSeal ? note([signature, ...cosigners.map((one) => one.signature)]) : '';
  const notaryKeys = [{ verifierKey: key, replaces: null }];

  const line = (event: ExportedEvent): LogLine => {
    const index = indices.get(event.id) ?? -1;
    return {
      index: index < 0 ? null : index,
      eventId: event.id,
      type: event.type,
      stream: event.stream,
      revision: event.revision,
      ledgerPosition: event.position,
      hash: hashes.get(event.id) ?? '',
      occurredAt: String(Reflect.get(Object(event.metadata), 'occurredAt')),
      description: index < 0 ? `The notary: ${event.type}` : `${index + 1} EVO granted: ${reason}`,
      isSealed: index >= 0 && index < sealed,
    };
  };
  const at = (stream: string, revision: number): LogLine | null => {
    const found = events.find((event) => event.stream === stream && event.revision === revision);
    return found ? line(found) : null;
  };
  const inclusionOf = (event: ExportedEvent) => {
    const index = indices.get(event.id) ?? -1;
    return index < 0 || index >= sealed ? null : inclusion(tree, index, checkpoint);
  };

  const sealAnswer: Seal | undefined = seal && {
    size: sealed,
    root,
    sealedAt: endsAt.toISOString(),
    eventId: seal.id,
    ledgerPosition: seal.position,
    cosignatures: cosigners.map(({ name, verifierKey, at: when }) => ({ name, verifierKey, at: when })),
  };

  return {
    events,
    lines: events.map(line).toReversed(),
    seals: {
      notary: { origin: ORIGIN, verifierKey: key, state: 'sealing', reason: null },
      events: size,
      witnesses: cosigners.map(({ name, verifierKey, at: when }) => ({
        name,
        verifierKey,
        state: hasSeal ? 'agrees' : 'unasked',
        size: hasSeal ? sealed : null,
        at: hasSeal ? when : null,
        detail: null,
      })),
      seals: sealAnswer ? [sealAnswer] : [],
      nextCursor: null,
    },
    checkpoint,
    answer(eventId) {
      const event = events.find(({ id }) => id === eventId);
      return (
        event && {
          line: line(event),
          data: event.data,
          metadata: event.metadata,
          previous: at(event.stream, event.revision - 1),
          next: at(event.stream, event.revision + 1),
          causedBy: null,
          caused: [],
          inclusion: inclusionOf(event),
        }
      );
    },
    receipt(eventId) {
      const event = events.find(({ id }) => id === eventId);
      if (!event) return undefined;
      const { id, type, stream, revision, position, data, metadata } = event;
      return {
        format: 'evo-rewards-receipt/1',
        issuedAt: endsAt.toISOString(),
        event: { id, type, stream, revision, position, data, metadata, hash: hashes.get(id) ?? '' },
        notaryKeys,
        inclusion: inclusionOf(event),
      };
    },
    export: exportText(events, hasSeal ? checkpoint : null, notaryKeys),
  };
}

function exportText(
  events: readonly ExportedEvent[],
  checkpoint: string | null,
  notaryKeys: Receipt['notaryKeys'],
): string {
  const head: ExportHead = { format: 'evo-rewards-ledger/1', from: 0, to: null };
  const end = { end: true, events: events.length, checkpoint, notaryKeys } as const;
  return [head, ...events, end].map((line) => `${exportLine(line)}\n`).join('');
}

function inclusion(tree: MerkleTree, index: number, checkpoint: string): NonNullable<Receipt['inclusion']> {
  const path = inclusionProof(tree, index).map(bytesToHex);
  return { index, size: tree.size, root: bytesToHex(tree.root), path, checkpoint };
}

const entryOf = (hash: string | undefined): Uint8Array =>
  hexToBytes((hash ?? '').slice('sha256-jcs:'.length));
