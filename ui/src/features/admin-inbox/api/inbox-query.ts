import { queryOptions } from '@tanstack/react-query';
import { adminInbox } from '../../../../../contracts/api/admin-inbox.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

export type Inbox = ResponseOf<typeof adminInbox>;

/** Mails and events that fail are told by no live message. */
const POLL_MS = 15_000;

export const inboxQuery = queryOptions<Inbox>({ ...endpointQuery(adminInbox), refetchInterval: POLL_MS });
