import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * The tree of the ledger as C2SP tlog-tiles serves it, with the prefix `/api/ledger`, up to the newest seal. What is
 * there never changes.
 */
export const getTile = endpoint({
  method: 'GET',
  path: '/api/ledger/tile/:level/*number',
  summary:
    'A tile of the tree, `<N>[.p/<W>]` of a level: up to 256 hashes of 32 bytes (C2SP tlog-tiles); for the level `entries` a bundle of entries, each the 32 bytes of an event hash behind its length',
  access: 'public',
  request: undefined,
  response: z.string(),
  produces: 'application/octet-stream',
  refusals: [404],
  command: false,
});
