import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { verifierKeyOf } from '../../ledger/proof/signed-note.ts';
import { askWitness, type Witness, type WitnessAnswer } from '../../ledger/witness/ask-witness.ts';
import type { Database } from '../../projector/database.ts';
import { findNewestSeal, type SealRow } from '../../projector/read-models/log/queries.ts';
import { sealNote } from './checkpoint.ts';
import { consistencyBetween } from './proofs.ts';

/** What a witness said last; undefined where it was never asked. */
export type WitnessRow = {
  readonly verifierKey: string;
  /** The newest checkpoint that it has cosigned. */
  readonly size: number | null;
  readonly cosignedAt: Date | null;
  readonly state: 'agrees' | 'silent' | 'refuses';
  readonly detail: string | null;
  readonly askedAt: Date;
};

/** Why a witness refuses: the one says something against the ledger, the other only that it was asked in vain. */
export const REFUSALS = ['another history', 'no history compared'] as const;

/** Undefined where it does not refuse. All that a witness has against a history is told in these words (`askWitness`). */
export function refusalOf({ state, detail }: WitnessRow): (typeof REFUSALS)[number] | undefined {
  if (state !== 'refuses') return undefined;
  return detail?.includes('another history') ? 'another history' : 'no history compared';
}

export const witnessKey = ({ key }: Witness): string => verifierKeyOf(key.name, key.publicKey, key.type);

export async function readWitnesses(db: Database): Promise<Map<string, WitnessRow>> {
  const { rows } = await db.query<{
    verifier_key: string;
    size: string | null;
    cosigned_at: Date | null;
    state: WitnessRow['state'];
    detail: string | null;
    asked_at: Date;
  }>('select verifier_key, size, cosigned_at, state, detail, asked_at from notary.witnesses');
  return new Map(
    rows.map((row) => [
      row.verifier_key,
      {
        verifierKey: row.verifier_key,
        size: row.size === null ? null : Number(row.size),
        cosignedAt: row.cosigned_at,
        state: row.state,
        detail: row.detail,
        askedAt: row.asked_at,
      },
    ]),
  );
}

export type Asking = {
  readonly db: Database;
  readonly witnesses: readonly Witness[];
  readonly logger: Logger;
};

/** Milliseconds. */
const LOOK_EVERY = 1_000;
/** Until one that was silent, or refused, is asked again. */
const ASK_AGAIN = 30_000;
const NOT_ASKED = 'the witnesses could not be asked';

/** Of `askAgainAndAgain`, in milliseconds. */
export type AskingPauses = {
  readonly lookEvery?: number;
  readonly askAgain?: number;
  /** For one call. */
  readonly timeout?: number;
};

/**
 * Asks each witness for its cosignature of the newest seal, until `signal` fires. Each has its own time: one that is slow
 * keeps nobody waiting but itself.
 */
export async function askAgainAndAgain(
  asking: Asking,
  signal: AbortSignal,
  { lookEvery = LOOK_EVERY, askAgain = ASK_AGAIN, timeout }: AskingPauses = {},
): Promise<void> {
  const { db, witnesses, logger } = asking;
  const pauses = new Map<string, number>();
  const asked = new Map<string, Promise<void>>();
  const askNow = async (witness: Witness, seal: SealRow, row: WitnessRow | undefined) => {
    const [key, { name }] = [witnessKey(witness), witness.key];
    const isWell = await ask(asking, witness, seal, row, { signal, ...(timeout && { timeout }) }).catch(
      (error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error, witness: name }, NOT_ASKED);
        return false;
      },
    );
    if (!isWell) pauses.set(key, performance.now() + askAgain);
    logger.debug({ witness: name, size: seal.size, isWell }, 'a witness was asked');
    asked.delete(key);
  };
  while (!signal.aborted) {
    try {
      const seal = await findNewestSeal(db);
      const known = await readWitnesses(db);
      for (const witness of seal ? witnesses : []) {
        const key = witnessKey(witness);
        const isDue = isOpen(known.get(key), seal) && performance.now() >= (pauses.get(key) ?? 0);
        if (seal && isDue && !asked.has(key)) asked.set(key, askNow(witness, seal, known.get(key)));
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, NOT_ASKED);
    }
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(asked.values());
}

/** Whether a witness is to be asked about a seal: it has not cosigned as much, or has and is not said to agree. */
function isOpen(row: WitnessRow | undefined, seal: SealRow | undefined): boolean {
  if (!seal) return false;
  const size = row?.size ?? -1;
  return size < seal.size || (size === seal.size && row?.state !== 'agrees');
}

/** Whether all is well with it: it has cosigned, or is to be asked about a newer seal at once. */
async function ask(
  { db, logger }: Asking,
  witness: Witness,
  seal: SealRow,
  row: WitnessRow | undefined,
  bounds: { readonly signal: AbortSignal; readonly timeout?: number },
): Promise<boolean> {
  const answer = await askWitness(
    witness,
    {
      note: sealNote(seal),
      size: seal.size,
      oldSize: row?.size ?? 0,
      proofFrom: (oldSize) => consistencyBetween(db, Math.min(oldSize, seal.size), seal.size),
    },
    bounds,
  );
  if (bounds.signal.aborted) return false;
  // Sealed meanwhile, and another replica may have asked about that one: it is no other history yet.
  if (answer.kind === 'knows' && ((await findNewestSeal(db))?.size ?? 0) > seal.size) return true;
  await keep(db, witness, seal, answer);
  if (answer.kind === 'refused') {
    logger.error({ witness: witness.key.name, detail: answer.detail }, 'a witness refuses the ledger');
  }
  return answer.kind === 'cosigned';
}

async function keep(db: Database, witness: Witness, seal: SealRow, answer: WitnessAnswer): Promise<void> {
  const verifierKey = witnessKey(witness);
  if (answer.kind !== 'cosigned') {
    // What a replica hears late says nothing against what was cosigned since it asked.
    await db.query(
      `insert into notary.witnesses as known (verifier_key, state, detail, asked_at) values ($1, $2, $3, now())
       on conflict (verifier_key) do update set state = excluded.state, detail = excluded.detail, asked_at = now()
       where known.size is null or known.size < $4`,
      [verifierKey, answer.kind === 'silent' ? 'silent' : 'refuses', detailOf(answer, seal), seal.size],
    );
    return;
  }
  const cosignedAt = new Date(answer.at * 1_000);
  // First, so that no size is named whose cosignature is not there. Of several the earliest stays: it alone may show that
  // a raffle's entries were seen before its round was published.
  await db.query(
    `insert into notary.cosignatures as known (size, verifier_key, root, cosigned_at, signature)
     values ($1, $2, $3, $4, $5)
     on conflict (size, verifier_key) do update set root = excluded.root, cosigned_at = excluded.cosigned_at,
       signature = excluded.signature
     where known.root <> excluded.root or known.cosigned_at > excluded.cosigned_at`,
    [
      seal.size,
      verifierKey,
      Buffer.from(seal.root, 'hex'),
      cosignedAt,
      Buffer.from(answer.signature.signature),
    ],
  );
  await db.query(
    `insert into notary.witnesses as known (verifier_key, size, cosigned_at, state, detail, asked_at)
     values ($1, $2, $3, 'agrees', null, now())
     on conflict (verifier_key) do update set size = excluded.size, cosigned_at = excluded.cosigned_at,
       state = 'agrees', detail = null, asked_at = now()
     where known.size is null or known.size <= excluded.size`,
    [verifierKey, seal.size, cosignedAt],
  );
}

function detailOf(answer: Exclude<WitnessAnswer, { kind: 'cosigned' }>, seal: SealRow): string {
  if (answer.kind !== 'knows') return answer.detail;
  return `it has cosigned ${answer.size} events of this ledger, which has only ${seal.size} sealed: another history, or one that went back`;
}
