import type { Context } from 'koa';
import { HEADERS } from '../../../contracts/constants.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { HttpError } from '../http-error.ts';

/** Milliseconds that a read waits for the read models before it answers with what there is. */
export const READ_WAIT_MS = 2_000;

/**
 * A read that names a ledger position is answered from read models that have reached it, or says that they lag.
 * @throws HttpError 400 when what it names is no position
 */
export async function readYourWrites(gate: PositionGate, ctx: Context): Promise<void> {
  const wanted = ctx.get(HEADERS.ledgerPosition);
  if (wanted === '') return;
  const position = parsePosition(wanted);
  if (!position) {
    throw new HttpError(400, 'InvalidRequest', refusals.invalidRequest, {
      fields: { [HEADERS.ledgerPosition]: refusals.invalidRequest },
    });
  }
  const reached = await gate.waitFor(position, READ_WAIT_MS);
  if (!reached) ctx.set(HEADERS.ledgerLag, '1');
}
