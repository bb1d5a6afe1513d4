import { listSetAside } from '../../../../../contracts/api/admin-set-aside.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

export type SetAsideEvent = ResponseOf<typeof listSetAside>['events'][number];

/** What the program could not act on, a page at a time. */
export const setAsidePages = pagedQuery(listSetAside, { pageSize: 25, request: (page) => page });
