import '../../ledger/steady-heap.ts';
import { auditCommand } from './audit-command.ts';

process.exitCode = await auditCommand(process.argv.slice(2), {
  say: (text) => console.log(text),
  tell: (text) => console.error(text),
});
