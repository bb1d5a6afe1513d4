import { openNode } from '../embedded/node.ts';
const node = await openNode({ file: process.argv[2]!, port: 0 });
process.stdout.write(`${node.port}\n`);
process.once('SIGTERM', async () => { await node.close(); process.exit(0); });
