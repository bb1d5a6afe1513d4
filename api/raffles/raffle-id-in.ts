import { refusals } from '../../contracts/messages.ts';
import { HttpError } from '../http-error.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The raffle id of a path.
 * @throws HttpError 404 when it is none
 */
export function raffleIdIn(given: string | undefined): string {
  const id = given?.toLowerCase() ?? '';
  if (!UUID.test(id)) throw unknownRaffle();
  return id;
}

export function unknownRaffle(): HttpError {
  return new HttpError(404, 'NoRaffle', refusals.noRaffle);
}
