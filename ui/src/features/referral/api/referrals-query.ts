import { getReferrals } from '../../../../../contracts/api/referrals.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

export const referralsQuery = endpointQuery(getReferrals);
