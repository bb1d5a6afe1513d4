import { getHistory } from '../../../../../contracts/api/ledger.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

export const historyQuery = endpointQuery(getHistory);
