import { getPublicFigures } from '../../../../../contracts/api/socials.ts';
import { PUBLIC_FIGURES_REFRESH_MS } from '../../../../../contracts/constants.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';

const publicFiguresQuery = endpointQuery(getPublicFigures);

/** What the ledger says of the program as a whole, every minute while the page is looked at. */
export const usePublicFigures = () =>
  useQuery({ ...publicFiguresQuery, refetchInterval: PUBLIC_FIGURES_REFRESH_MS });
