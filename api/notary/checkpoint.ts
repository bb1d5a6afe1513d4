import { bytesOfBase64 } from '../../ledger/proof/base64.ts';
import { checkpointText } from '../../ledger/proof/checkpoint.ts';
import {
  MAX_SIGNATURES,
  type NoteSignature,
  parseVerifierKey,
  type SignedNote,
} from '../../ledger/proof/signed-note.ts';
import type { Database } from '../../projector/database.ts';
import type { SealRow } from '../../projector/read-models/log/queries.ts';

export type StoredCosignature = {
  readonly size: number;
  readonly verifierKey: string;
  readonly at: Date;
  /** As it stands in a note, behind the key id. */
  readonly signature: Uint8Array;
};

/** A seal as the notary signed it, without cosignatures. */
export function sealNote({ origin, size, root, verifierKey, signature }: SealRow): SignedNote {
  const text = checkpointText({ origin, size, root: Buffer.from(root, 'hex') });
  return { text, signatures: [signatureOf(verifierKey, bytesOfBase64(signature))] };
}

/** A seal with the cosignatures that it has. */
export const cosignedNote = (db: Database, seal: SealRow): Promise<SignedNote> =>
  withCosignatures(db, sealNote(seal), seal);

/** With the cosignatures of that seal, as many as can be read again: there may be some of witnesses that are asked no more. */
export async function withCosignatures(
  db: Database,
  { text, signatures }: SignedNote,
  seal: Pick<SealRow, 'size' | 'root'>,
): Promise<SignedNote> {
  const cosigned = await cosignaturesOfSeals(db, [seal]);
  return {
    text,
    signatures: [
      ...signatures,
      ...cosigned
        .slice(0, MAX_SIGNATURES - signatures.length)
        .map(({ verifierKey, signature }) => signatureOf(verifierKey, signature)),
    ],
  };
}

/** The cosignatures of each seal's own root. */
export async function cosignaturesOfSeals(
  db: Database,
  seals: readonly Pick<SealRow, 'size' | 'root'>[],
): Promise<StoredCosignature[]> {
  const { rows } = await db.query<{
    size: string;
    verifier_key: string;
    cosigned_at: Date;
    signature: Buffer;
  }>(
    `select size, verifier_key, cosigned_at, signature from notary.cosignatures
     where (size, encode(root, 'hex')) in (select * from unnest($1::bigint[], $2::text[]))
     order by size, verifier_key`,
    [seals.map(({ size }) => size), seals.map(({ root }) => root)],
  );
  return rows.map(({ size, verifier_key, cosigned_at, signature }) => ({
    size: Number(size),
    verifierKey: verifier_key,
    at: cosigned_at,
    signature: Uint8Array.from(signature),
  }));
}

/** @throws Error when what was kept is no signature by a known kind of key */
function signatureOf(verifierKey: string, signature: Uint8Array | undefined): NoteSignature {
  const key = parseVerifierKey(verifierKey);
  if (!key || !signature) throw new Error(`a kept signature by ${verifierKey} cannot be read`);
  return { name: key.name, keyId: key.keyId, signature };
}
