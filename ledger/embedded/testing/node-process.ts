import { openNode } from '../node.ts';

// Runs a node as a process of its own, for tests that kill it. Arguments: the file. Prints the port.
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node-process.ts FILE');
const node = await openNode({ file, port: 0 });
process.stdout.write(`${node.port}\n`);
