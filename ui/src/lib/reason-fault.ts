import { validation } from '../../../contracts/messages.ts';

/** Characters, as the server counts them. */
const REASON_MAX = 200;

/** Why a reason cannot be sent; undefined where it can. The spaces around it are not sent. */
export const reasonFault = (typed: string): string | undefined =>
  typed.trim().length > REASON_MAX ? validation.reasonTooLong : undefined;
