import { serve } from '../commands/serve.ts';
import { localAddress } from '../credential.ts';
import { openNode } from '../node.ts';

// Serves a ledger as `npm run eventstore` does, for tests that end the process. Arguments: the file, and settings of
// tests as JSON.
const [file, settings] = process.argv.slice(2);
if (!file) throw new Error('usage: node-process.ts FILE [SETTINGS]');
if (settings === undefined) await serve(file, 0);
else {
  // Written by killable-node.ts from a TestSettings.
  const { port } = await openNode({ file, port: 0, testing: JSON.parse(settings) });
  process.stdout.write(`${localAddress(port)}\n`);
}
