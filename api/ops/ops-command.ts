import { CannotRead } from '../../ledger/audit/sources/source.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { Unsound } from '../../ledger/proof/audit/fault.ts';
import { asksForHelp, BadOption, withHelp } from '../../ledger/typed-options.ts';
import { FolderInUse } from '../../projector/embedded-postgres/lock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { backupCommand } from './backup/backup-command.ts';
import { restoreCommand } from './backup/restore-command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Outcome, Tell } from './outcome.ts';
import { raffleEntriesCommand } from './raffle-entries.ts';
import { retryParkedCommand } from './retry-parked.ts';
import { rotateVaultKeyCommand } from './rotate-vault-key.ts';
import { storeRightsCommand } from './store-rights/store-rights-command.ts';

const HELP = `What the operator of the program does. docs/operations.md says when.

  npm run ops -- doctor [--json]              what is wrong with the settings and with what they name, and what to do
  npm run ops -- store-rights [--set]         which rights the program's user of the event store has; --set, as an
    [--as-admin FILE]                         admin of the store, gives it those that it needs
  npm run ops -- backup FOLDER [--keys F]     ledger, systems of record and keys, while the program runs;
    [--as-they-are]                           also where the ledger has lost what Postgres knows of
  npm run ops -- restore FOLDER [--keys F]    into empty stores, verified before the program may serve from them
  npm run ops -- rotate-vault-key             seals all data keys under the first of VAULT_KEY's keys
  npm run ops -- retry-parked [list]          events that a process could not handle
    retry ID|--all --reason TEXT              has them told once more
    dismiss ID --reason TEXT                  decides that nothing is done about one
  npm run ops -- raffle-entries RAFFLE        makes the kept entries of a raffle (its number or id) of the ledger,
                                              where Postgres has lost them

The settings are those of the program: run it where they are set. Exit codes: 0 well, 1 a fault or a refusal, 2 usage.
`;

type Command = (args: readonly string[], env: NodeJS.ProcessEnv, tell: Tell) => Promise<Outcome>;

const commands: Readonly<Record<string, Command>> = {
  // It reads the settings itself, and says what is wrong with them among the rest.
  doctor: (args, env) => doctorCommand(args, env),
  'store-rights': (args, env) => storeRightsCommand(args, readConfig(env)),
  backup: (args, env, tell) => backupCommand(args, readConfig(env), tell),
  restore: (args, env, tell) => restoreCommand(args, readConfig(env), tell),
  'rotate-vault-key': (args, env, tell) => rotateVaultKeyCommand(args, readConfig(env), tell),
  'raffle-entries': (args, env, tell) => raffleEntriesCommand(args, readConfig(env), tell),
  'retry-parked': (args, env) => retryParkedCommand(args, readConfig(env)),
};

/** What has words of its own; of anything else all is told that is known of it. */
const EXPECTED = [OpsRefused, ConfigError, FolderInUse, CannotRead, Unsound, LedgerUnavailable];

/** Where the command says what was asked for (`say`), and what it tells people beside that (`tell`). */
export type Said = { readonly say: (text: string) => void; readonly tell: (text: unknown) => void };

/** @returns the exit code */
export async function opsCommand(
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { say, tell }: Said,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === 'help' || asksForHelp([name, ...args])) {
    say(HELP);
    return 0;
  }
  try {
    if (!command) {
      const none = name === '' ? 'Name a command' : `There is no command '${name}'`;
      throw new BadOption(`${none}: ${Object.keys(commands).join(', ')}`);
    }
    const { text, exitCode } = await command(args, env, tell);
    say(text);
    return exitCode;
  } catch (error) {
    if (error instanceof BadOption) {
      tell(withHelp(error, 'ops'));
      return 2;
    }
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    tell(isExpected && error instanceof Error ? error.message : error);
    return 1;
  }
}
