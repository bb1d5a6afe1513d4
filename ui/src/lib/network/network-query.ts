import { getNetwork } from '../../../../contracts/api/network.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

export const networkQuery = endpointQuery(getNetwork);
