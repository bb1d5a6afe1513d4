import type Router from '@koa/router';
import { exportLedger } from '../../../contracts/api/ledger-at.ts';
import { ledgerExportTexts } from '../../../contracts/ledger-export-messages.ts';
import { bytesToHex } from '../../../ledger/proof/bytes.ts';
import { parseCheckpoint } from '../../../ledger/proof/checkpoint.ts';
import { formatNote, parseNote } from '../../../ledger/proof/signed-note.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { validate } from '../../http/middleware/validate.ts';
import type { Parts } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { withCosignatures } from '../../notary/checkpoint.ts';
import { ledgerExports } from './ledger-export.ts';

/** The whole ledger, or a part of it, for whoever wants to replay it. */
export function ledgerExportRoutes(router: Router<AppState>, { pool, eventLog, limits, clock }: Parts): void {
  const exports = ledgerExports(() => eventLog.pages());

  router.get(exportLedger.path, async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    const { from = '0', to } = validate(exportLedger.request, ctx.query);
    const range = { from: Number(from), to: to === undefined ? null : Number(to) };
    if (range.to !== null && range.to < range.from) {
      throw new HttpError(400, 'InvalidRequest', ledgerExportTexts.range);
    }
    await limits.exports.take(ctx.ip);
    const content = exports.open(ctx.ip, range, complete);
    ctx.attachment(`evo-ledger-${timestamp(clock()).slice(0, 10)}.ndjson`);
    ctx.type = `${exportLedger.produces}; charset=utf-8`;
    ctx.body = content;
  });

  /** With the cosignatures of witnesses, which stand in no event; of a part it is an older seal's. */
  async function complete(checkpoint: string): Promise<string> {
    const note = parseNote(checkpoint);
    const head = note && parseCheckpoint(note.text);
    if (!note || !head) return checkpoint;
    const seal = { size: head.size, root: bytesToHex(head.root) };
    return formatNote(await withCosignatures(pool, note, seal));
  }
}
