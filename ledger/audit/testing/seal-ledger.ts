import { ed25519 } from '@noble/curves/ed25519.js';
import type { SealEvent } from '../../../contracts/events/seals.ts';
import { formatPosition, type LedgerPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { envelop, type StreamEnd } from '../../envelope.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { SEALS_STREAM } from '../../proof/audit/seals.ts';
import { base64Of } from '../../proof/base64.ts';
import { bytesToHex, hexToBytes } from '../../proof/bytes.ts';
import { checkpointText } from '../../proof/checkpoint.ts';
import { appendEntries, emptyRange, rangeRoot } from '../../proof/compact-range.ts';
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

/** Seals that the first of a notary's keys signs. */
const BY_THE_FIRST = 3;
/** Events between what a seal covers and where it stands, as where the ledger goes on while it is sealed. */
const LAG = 3;

/**
 * The same ledger with a notary's seals: its first key, a seal over every `every` events, and a second key behind three.
 * @param process which the seals say they are the doing of
 */
export function sealed(
  events: readonly ExportedEvent[],
  notary: readonly Uint8Array[],
  every: number,
  process?: string,
): readonly ExportedEvent[] {
  return [...sealedAsMade(events, notary, every, process)];
}

/** As `sealed`, while the ledger is made. */
export function* sealedAsMade(
  events: Iterable<ExportedEvent>,
  [first, second]: readonly Uint8Array[],
  every: number,
  process = 'notary',
): Generator<ExportedEvent> {
  if (!first) throw new Error('a notary has a key');
  let end: StreamEnd | undefined;
  const sealEvent = (
    event: SealEvent,
    behind: ExportedEvent,
    step: bigint,
    covered?: LedgerPosition,
  ): ExportedEvent => {
    const commit = (parsePosition(behind.position)?.commit ?? 0n) + step;
    const commandId = uuidV5(String(end?.revision), NAMESPACE);
    const envelope = {
      stream: SEALS_STREAM,
      commandId,
      inputHash: '0'.repeat(64),
      actor: { kind: 'system' },
      occurredAt: '2026-01-05T10:00:00.000Z',
      correlationId: commandId,
      ...(covered && { cause: { process, position: covered } }),
    } as const;
    const enveloped = envelop([event], envelope, end);
    const [one] = enveloped.events;
    if (!one || !enveloped.end) throw new Error('one event was enveloped');
    end = enveloped.end;
    const place = { stream: SEALS_STREAM, revision: Number(end.revision) };
    const position = formatPosition({ commit, prepare: commit });
    return { position, id: one.id, type: one.type, ...place, data: one.data, metadata: one.metadata };
  };
  let range = emptyRange;
  let previous: Root | null = null;
  let secret = first;
  let waiting: ExportedEvent[] = [];
  let index = 0;
  for (const event of events) {
    yield event;
    if (index === 0) {
      const data = { verifierKey: keyTextOf(first), replaces: null };
      yield sealEvent({ type: 'NotaryKeySet', data }, event, 10n);
    }
    waiting.push(event);
    index += 1;
    if (range.size + waiting.length < (Math.floor(range.size / every) + 1) * every + LAG) continue;
    const covered = waiting.slice(0, -LAG);
    waiting = waiting.slice(-LAG);
    range = appendEntries(range, covered.map(entryOf));
    const { size } = range;
    const root = rangeRoot(range);
    const { signature } = signText(checkpointText({ origin: ORIGIN, size, root }), ORIGIN, secret);
    const position = covered.at(-1)?.position ?? null;
    const seal: Seal = { size, root: bytesToHex(root), previous, position };
    const signed = { origin: ORIGIN, verifierKey: keyTextOf(secret), signature: base64Of(signature) };
    const upTo = position === null ? undefined : parsePosition(position);
    yield sealEvent({ type: 'LedgerSealed', data: { ...seal, ...signed } }, event, 20n, upTo);
    previous = { size, root: seal.root };
    if (!second || size !== BY_THE_FIRST * every) continue;
    const verifierKey = keyTextOf(second);
    const handedOver = signText(successionText(verifierKey), ORIGIN, secret).signature;
    const replaces = { verifierKey: keyTextOf(secret), signature: base64Of(handedOver) };
    yield sealEvent({ type: 'NotaryKeySet', data: { verifierKey, replaces } }, event, 30n);
    secret = second;
  }
}
