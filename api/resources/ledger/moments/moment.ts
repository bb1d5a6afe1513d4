import * as z from 'zod/mini';
import { type LedgerPosition, parsePosition } from '../../../../contracts/ledger-position.ts';
import { refusals } from '../../../../contracts/messages.ts';
import type { Database } from '../../../../projector/database.ts';
import { type Place, placeAt, placeAtTime } from '../../../../projector/read-models/clock/queries.ts';
import { HttpError } from '../../../http/http-error.ts';

/** A moment as it is asked for: a position of the ledger or a time; undefined: now. */
export type Moment = LedgerPosition | Date | undefined;

const time = z.iso.datetime({ offset: true });

/**
 * Reads `C:<commit>/P:<prepare>`, or a time of RFC 3339.
 * @throws HttpError 400 for anything else
 */
export function parseMoment(text: string | undefined, field: string): Moment {
  if (text === undefined) return undefined;
  const position = parsePosition(text);
  if (position) return position;
  if (!z.safeParse(time, text).success) {
    throw new HttpError(400, 'InvalidRequest', refusals.invalidRequest, {
      fields: { [field]: 'a moment is C:<commit>/P:<prepare> or a time of RFC 3339' },
    });
  }
  return new Date(text);
}

/** The last time of a year with four digits, in UTC. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Greater than any position of a log. */
const END = { commit: 2n ** 63n - 1n, prepare: 2n ** 63n - 1n };

/**
 * The last event that counts at a moment. A position that is no event's is the event before it; what is after the last
 * event is the last event. Undefined before the first.
 */
export async function placeOf(db: Database, moment: Moment): Promise<Place | undefined> {
  if (moment === undefined) return placeAt(db, END);
  if (!(moment instanceof Date)) return placeAt(db, moment);
  // No ledger is older than the computers' count of time, and Postgres knows no year 0.
  if (moment.getTime() < 0) return undefined;
  // Nor does an event tell a time that has no form in RFC 3339.
  return moment.getTime() > LAST_TIME ? placeAt(db, END) : placeAtTime(db, moment);
}
