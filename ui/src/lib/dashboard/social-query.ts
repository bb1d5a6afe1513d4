import { getSocial } from '../../../../contracts/api/social.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

/** The own platforms and tasks. */
export const socialQuery = endpointQuery(getSocial);
