import { serve } from '../commands/serve.ts';

// Serves a ledger as `npm run eventstore` does, for tests that end the process. Arguments: the file.
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node-process.ts FILE');
await serve(file, 0);
