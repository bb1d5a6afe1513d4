import type { SealEvent } from '../../../contracts/events/seals.ts';
import type { Decider } from '../../decider.ts';
import { DomainError } from '../../domain-error.ts';
import { bytesOfBase64 } from '../../proof/base64.ts';
import { bytesOfHex, utf8ToBytes } from '../../proof/bytes.ts';
import { checkpointText } from '../../proof/checkpoint.ts';
import { type NotaryKey, successionFault } from '../../proof/notary-keys.ts';
import { isSignedBy, parseVerifierKey } from '../../proof/signed-note.ts';

/** The one stream of the notary. No tree holds its events: a seal cannot be under its own root. */
export const SEALS_STREAM = 'seals';

/** What a seal says: `LedgerSealed`. */
export type Seal = Extract<SealEvent, { type: 'LedgerSealed' }>['data'];

export type SealsState = {
  /** The notary's key by now; null before the first. */
  readonly verifierKey: string | null;
  readonly last: Pick<Seal, 'size' | 'root' | 'position'> | null;
};

export type SealsCommand =
  | { readonly type: 'SetNotaryKey'; readonly key: NotaryKey }
  | { readonly type: 'SealLedger'; readonly seal: Seal };

/**
 * What may stand in the stream. Whether a root is that of the ledger's events nobody can decide from this stream: see
 * `SealTree`.
 */
export const seals: Decider<SealsState, SealsCommand, SealEvent> = {
  initialState: { verifierKey: null, last: null },
  decide(command, state) {
    const event: SealEvent =
      command.type === 'SetNotaryKey'
        ? { type: 'NotaryKeySet', data: command.key }
        : { type: 'LedgerSealed', data: command.seal };
    const fault = sealFault(state, event);
    if (fault !== undefined) throw new SealRefused(fault);
    return [event];
  },
  evolve(state, event) {
    if (event.type === 'NotaryKeySet') return { ...state, verifierKey: event.data.verifierKey };
    const { size, root, position } = event.data;
    return { ...state, last: { size, root, position } };
  },
  snapshotVersion: 2,
};

/** Why an event cannot follow in the stream; undefined when it can. */
export function sealFault({ verifierKey, last }: SealsState, event: SealEvent): string | undefined {
  if (event.type === 'NotaryKeySet') return successionFault(verifierKey, event.data);
  const seal = event.data;
  if (seal.verifierKey !== verifierKey) return `${seal.verifierKey} is not the key of the notary`;
  if (seal.previous?.size !== last?.size || seal.previous?.root !== last?.root) {
    return `it follows a seal of ${seal.previous?.size ?? 'no'} events, the last one has ${last?.size ?? 'none'}`;
  }
  if (seal.size <= (last?.size ?? 0)) return `it seals ${seal.size} events, as many as before or fewer`;
  return signatureFault(seal);
}

/** Why the signature is not the one of the seal's checkpoint by its key; undefined when it is. */
function signatureFault({ origin, size, root, verifierKey, signature }: Seal): string | undefined {
  const key = parseVerifierKey(verifierKey);
  if (key?.name !== origin) return `the origin ${origin} is not the name of its key`;
  const [rootBytes, signed] = [bytesOfHex(root, 32), bytesOfBase64(signature)];
  if (!rootBytes || !signed) return 'its root or signature cannot be read';
  const text = utf8ToBytes(checkpointText({ origin, size, root: rootBytes }));
  return isSignedBy(key.publicKey, text, signed) ? undefined : 'its signature does not verify';
}

/** The stream has gone on since the notary looked, or what it asks for is wrong: nothing was written. */
export class SealRefused extends DomainError {
  constructor(fault: string) {
    super('conflict', 'SealRefused', `The seal was refused: ${fault}`);
  }
}
