import { ed25519 } from '@noble/curves/ed25519.js';
import type { SealEvent } from '../../../contracts/events/seals.ts';
import { formatPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { envelop, type StreamEnd } from '../../envelope.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { SEALS_STREAM } from '../../proof/audit/seals.ts';
import { base64Of } from '../../proof/base64.ts';
import { bytesToHex, hexToBytes } from '../../proof/bytes.ts';
import { checkpointText } from '../../proof/checkpoint.ts';
import { appendEntry, emptyRange, rangeRoot } from '../../proof/compact-range.ts';
import { eventHash } from '../../proof/event-hash.ts';
import { successionText } from '../../proof/notary-keys.ts';
import { signText, verifierKeyOf } from '../../proof/signed-note.ts';
import { uuidV5 } from '../../proof/uuid-v5.ts';

type Root = { readonly size: number; readonly root: string };
type Seal = Root & { readonly previous: Root | null; readonly position: string | null };

export const ORIGIN = 'rewards.example/ledger';

/** 32 bytes each, made from a name: the seeds of a notary's keys. */
export const notaryOf = (name: string): Uint8Array[] =>
  ['first', 'second'].map((key) => hexToBytes(bytesOf(`${name}/${key}`)));

const bytesOf = (name: string) =>
  (uuidV5(name, NAMESPACE) + uuidV5(`${name}/`, NAMESPACE)).replaceAll('-', '');
const NAMESPACE = '2f8a4c1e-6b07-4d7f-9a52-3c1d5e7f9b02';

export const keyTextOf = (secret: Uint8Array): string => verifierKeyOf(ORIGIN, ed25519.getPublicKey(secret));

/** The hash of an exported event, 32 bytes. */
export function entryOf(event: ExportedEvent): Uint8Array {
  return hexToBytes(eventHash({ ...event, revision: BigInt(event.revision) }).replace(/^.*:/, ''));
}

/**
 * The same ledger with a notary's seals: its first key, a seal behind every `every` events, and a second key half-way.
 * A seal stands a few events behind what it covers, as where the ledger goes on while it is sealed.
 */
export function sealed(
  events: readonly ExportedEvent[],
  notary: readonly Uint8Array[],
  every: number,
  lag = 3,
): readonly ExportedEvent[] {
  const all: ExportedEvent[] = [];
  let end: StreamEnd | undefined;
  let range = emptyRange;
  let previous: Root | null = null;
  let [secret = new Uint8Array(32)] = notary;
  const append = (event: SealEvent, behind: ExportedEvent, step: bigint) => {
    const commit = (parsePosition(behind.position)?.commit ?? 0n) + step;
    const commandId = uuidV5(`${all.length}`, NAMESPACE);
    const envelope = {
      stream: SEALS_STREAM,
      commandId,
      inputHash: '0'.repeat(64),
      actor: { kind: 'system' },
      occurredAt: '2026-01-05T10:00:00.000Z',
      correlationId: commandId,
    } as const;
    const enveloped = envelop([event], envelope, end);
    const [one] = enveloped.events;
    if (!one || !enveloped.end) throw new Error('one event was enveloped');
    end = enveloped.end;
    const place = { stream: SEALS_STREAM, revision: Number(end.revision) };
    const position = formatPosition({ commit, prepare: commit });
    all.push({ position, id: one.id, type: one.type, ...place, data: one.data, metadata: one.metadata });
  };
  const setKey = (next: Uint8Array, behind: ExportedEvent) => {
    const verifierKey = keyTextOf(next);
    const before = all.some(({ type }) => type === 'NotaryKeySet') ? secret : undefined;
    const signature = before && signText(successionText(verifierKey), ORIGIN, before).signature;
    const replaces = before &&
      signature && { verifierKey: keyTextOf(before), signature: base64Of(signature) };
    append({ type: 'NotaryKeySet', data: { verifierKey, replaces: replaces ?? null } }, behind, 10n);
    secret = next;
  };
  const half = Math.floor(events.length / 2);
  for (const [index, event] of events.entries()) {
    all.push(event);
    if (index === 0) setKey(secret, event);
    if (index === half && notary[1]) setKey(notary[1], event);
    const size = index + 1 - lag;
    if (size <= 0 || size % every !== 0) continue;
    for (const one of events.slice(range.size, size)) range = appendEntry(range, entryOf(one));
    const root = rangeRoot(range);
    const { signature } = signText(checkpointText({ origin: ORIGIN, size, root }), ORIGIN, secret);
    const position = events[size - 1]?.position ?? null;
    const seal: Seal = { size, root: bytesToHex(root), previous, position };
    const signed = { origin: ORIGIN, verifierKey: keyTextOf(secret), signature: base64Of(signature) };
    append({ type: 'LedgerSealed', data: { ...seal, ...signed } }, event, 20n);
    previous = { size, root: seal.root };
  }
  return all;
}
