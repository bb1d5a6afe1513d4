import { listAdminMusic } from '../../../../../contracts/api/music.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

/** The tracks as admins see them, and how large a file may be. */
export const adminMusicQuery = endpointQuery(listAdminMusic);
