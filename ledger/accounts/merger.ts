import type { EventMetadata } from '../../contracts/events/event.ts';

/** Why an account without a wallet was removed when a wallet's account took its address over. */
export const MERGED = 'merged';

type Told = { readonly type: string; readonly data: object; readonly metadata: Pick<EventMetadata, 'actor'> };

/**
 * Whether an account was removed because its mailbox went over to another one. Earlier releases let an admin give the
 * same word as a reason of their own; such a removal takes nothing but the account.
 */
export const isMerger = ({ type, data, metadata }: Told): boolean =>
  type === 'AccountRemoved' && 'reason' in data && data.reason === MERGED && metadata.actor.kind !== 'admin';
