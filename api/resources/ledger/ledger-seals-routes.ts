import type Router from '@koa/router';
import { getCheckpoint, getConsistency, getReceipt, getSeals } from '../../../contracts/api/ledger-seals.ts';
import { refusals } from '../../../contracts/messages.ts';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { bytesToHex } from '../../../ledger/proof/bytes.ts';
import { formatNote } from '../../../ledger/proof/signed-note.ts';
import {
  countEntries,
  findLoggedEvent,
  findNewestSeal,
  listNotaryKeys,
  listSeals,
} from '../../../projector/read-models/log/queries.ts';
import { HttpError } from '../../http/http-error.ts';
import { PAGE_ROWS } from '../../http/paging.ts';
import { type Parts, servePublic } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { cosignaturesOfSeals, cosignedNote } from '../../notary/checkpoint.ts';
import { consistencyBetween } from '../../notary/proofs.ts';
import { receiptOf } from '../../notary/receipt.ts';
import { hasKey, originOf } from '../../notary/start-notary.ts';
import { readNotaryStatus } from '../../notary/status.ts';
import { readWitnesses } from '../../notary/witnesses.ts';
import { presentNotary, presentSeal, presentWitness, whyUnsealed } from './present-seals.ts';

/** What stands sealed, and how anybody can check it. */
export function ledgerSealRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, config } = parts;

  servePublic(router, parts, getCheckpoint, async ({ ctx }) => {
    const seal = await findNewestSeal(pool);
    if (!seal) throw await unsealed(parts);
    ctx.type = 'text/plain; charset=utf-8';
    return formatNote(await cosignedNote(pool, seal));
  });

  servePublic(router, parts, getSeals, async ({ input }) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const before = input.cursor === undefined ? undefined : BigInt(input.cursor);
    const [seals, newest, keys, status, events, known] = await Promise.all([
      listSeals(pool, before, limit),
      findNewestSeal(pool),
      listNotaryKeys(pool),
      readNotaryStatus(pool),
      countEntries(pool),
      readWitnesses(pool),
    ]);
    const cosignatures = await cosignaturesOfSeals(pool, seals);
    const last = seals.at(-1);
    return {
      notary: presentNotary(
        originOf(config, parts.publicUrl()),
        keys.at(-1)?.verifierKey,
        status,
        hasKey(config),
        config.notary.sealEveryMs,
      ),
      events,
      witnesses: config.notary.witnesses.map((witness) => presentWitness(witness, known, newest)),
      seals: seals.map((seal) => presentSeal(seal, cosignatures)),
      nextCursor: last && seals.length === limit ? String(last.revision) : null,
    };
  });

  servePublic(router, parts, getReceipt, async ({ ctx, input }) => {
    const { eventId } = ctx.params;
    const logged = isUuid(eventId) ? await findLoggedEvent(pool, eventId) : undefined;
    if (!logged) throw new HttpError(404, 'NotFound', refusals.notFound);
    return receiptOf(parts, logged, input.seal);
  });

  servePublic(router, parts, getConsistency, async ({ input }) => {
    const [from, to] = [Number(input.from), Number(input.to)];
    if (from > to) throw new HttpError(400, 'InvalidRequest', sealTexts.backwards);
    const size = (await findNewestSeal(pool))?.size ?? 0;
    if (to > size) {
      if (size === 0) throw await unsealed(parts);
      throw new HttpError(404, 'NotSealed', sealTexts.notSealedThatFar(size));
    }
    const proof = await consistencyBetween(pool, from, to);
    return { from, to, proof: proof.map(bytesToHex) };
  });
}

async function unsealed({ pool, config }: Parts): Promise<HttpError> {
  const why = whyUnsealed(await readNotaryStatus(pool), hasKey(config), config.notary.sealEveryMs);
  return new HttpError(404, 'NotSealed', why);
}
