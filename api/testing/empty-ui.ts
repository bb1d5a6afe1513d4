import { fileURLToPath } from 'node:url';

/** A built UI with an empty page, for tests of the API that show none. */
export const EMPTY_UI = fileURLToPath(new URL('./empty-ui', import.meta.url));
