import { refusals } from '../../../contracts/messages.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { HttpError } from '../../http/http-error.ts';

/**
 * The raffle id of a path.
 * @throws HttpError 404 when it is none
 */
export function raffleIdIn(given: string | undefined): string {
  const id = given?.toLowerCase() ?? '';
  if (!isUuid(id)) throw unknownRaffle();
  return id;
}

export function unknownRaffle(): HttpError {
  return new HttpError(404, 'NoRaffle', refusals.noRaffle);
}
