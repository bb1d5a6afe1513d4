import { CannotRead } from '../../ledger/audit/sources/source.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { Unsound } from '../../ledger/proof/audit/fault.ts';
import { ConfigError, readConfig } from '../config.ts';
import { backupCommand } from './backup/backup-command.ts';
import { restoreCommand } from './backup/restore-command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { OpsRefused, OpsUsage } from './ops-refused.ts';
import type { Outcome } from './outcome.ts';
import { retryParkedCommand } from './retry-parked.ts';
import { rotateVaultKeyCommand } from './rotate-vault-key.ts';
import { storeRightsCommand } from './store-rights/store-rights-command.ts';

const HELP = `What the operator of the program does. docs/operations.md says when.

  npm run ops -- doctor [--json]              what is wrong with the settings and with what they name, and what to do
  npm run ops -- store-rights [--set]         which rights the program's user of the event store has; --set, as an
    [--as-admin FILE]                         admin of the store, gives it those that it needs
  npm run ops -- backup FOLDER [--keys F]     ledger, systems of record and keys, while the program runs
  npm run ops -- restore FOLDER [--keys F]    into empty stores, verified before the program may serve from them
  npm run ops -- rotate-vault-key             seals all data keys under the first of VAULT_KEY's keys
  npm run ops -- retry-parked [list]          events that a process could not handle
    retry ID|--all --reason TEXT              has them told once more
    dismiss ID --reason TEXT                  decides that nothing is done about one

The settings are those of the program: run it where they are set. Exit codes: 0 well, 1 a fault or a refusal, 2 usage.
`;

const tell = (line: string) => console.error(line);
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<Outcome>>> = {
  // It reads the settings itself, and says what is wrong with them among the rest.
  doctor: (args) => doctorCommand(args, process.env),
  'store-rights': (args) => storeRightsCommand(args, readConfig(process.env)),
  backup: (args) => backupCommand(args, readConfig(process.env), tell),
  restore: (args) => restoreCommand(args, readConfig(process.env), tell),
  'rotate-vault-key': (args) => rotateVaultKeyCommand(args, readConfig(process.env), tell),
  'retry-parked': (args) => retryParkedCommand(args, readConfig(process.env)),
};

/** What has words of its own; of anything else all is told that is known of it. */
const EXPECTED = [OpsRefused, ConfigError, CannotRead, Unsound, LedgerUnavailable];

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  console.error(HELP);
  process.exitCode = ['--help', '-h', 'help'].includes(name) ? 0 : 2;
} else {
  try {
    const { text, exitCode } = await command(args);
    console.log(text);
    process.exitCode = exitCode;
  } catch (error) {
    // What parseArgs refuses is a TypeError with a code.
    const isUsage = error instanceof OpsUsage || (error instanceof TypeError && 'code' in error);
    const isExpected = isUsage || EXPECTED.some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = isUsage ? 2 : 1;
  }
}
