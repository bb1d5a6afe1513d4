import type { listAdminUsers } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';

/** How many a list has on the server; `moreMatch`: at the least. */
export type Matching = Pick<ResponseOf<typeof listAdminUsers>, 'matching' | 'moreMatch'>;

export const matchingText = ({ matching, moreMatch = false }: Matching): string =>
  `${matching.toLocaleString('en')}${moreMatch ? '+' : ''}`;
