import { v5 as uuidv5 } from 'uuid';

/**
 * The ids of the command by which an act on all accounts touches one of them. It has the first, unless a person has used
 * that for a command of their own, or may have and the stream has forgotten it: theirs is UUIDv5(user, key), the key is
 * whatever they like, and requests are public. The second one no key leads to.
 */
export const effectIds = (userId: string, requestId: string): readonly [string, string] => [
  uuidv5(userId, requestId),
  uuidv5(`mass-act/${userId}`, requestId),
];
