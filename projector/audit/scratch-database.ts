import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CannotRead } from '../../ledger/audit/sources/source.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

/** An empty database of the audit's own. */
export type ScratchDatabase = {
  readonly connectionString: string;
  /** Nothing of it is left afterwards. It is also done when the process is told to end. */
  readonly remove: () => Promise<void>;
};

/**
 * Makes one, in a Postgres that is started for it, or on a server.
 * @param server the address of any database of the server, as a user who may create databases
 * @throws CannotRead
 */
export async function openScratchDatabase(server?: string): Promise<ScratchDatabase> {
  return removedAtEnd(server === undefined ? await ownPostgres() : await databaseOn(server));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The same, also where the audit is told to end while it has it. Told so twice, it ends at once. */
function removedAtEnd({ connectionString, remove }: ScratchDatabase): ScratchDatabase {
  let removed: Promise<void> | undefined;
  const end = (signal: NodeJS.Signals) => {
    forget();
    removed ??= remove();
    removed
      .catch((error: unknown) => process.stderr.write(`${reasonOf(error)}\n`))
      .finally(() => process.kill(process.pid, signal));
  };
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return {
    connectionString,
    async remove() {
      removed ??= remove();
      await removed.finally(forget);
    },
  };
}

async function ownPostgres(): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-audit-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    return {
      connectionString: postgres.connectionString,
      async remove() {
        await postgres.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new CannotRead(
      `--against needs a Postgres to fold the ledger in, and none could be started here. Name one with --fold-in postgres://…: a database is made there and removed. (${reasonOf(error)})`,
      error,
    );
  }
}

async function databaseOn(server: string): Promise<ScratchDatabase> {
  const name = `evo_audit_${randomBytes(8).toString('hex')}`;
  const address = URL.parse(server);
  if (!address) throw new CannotRead('--fold-in is not the address of a Postgres.');
  await ask(server, `create database ${name} encoding 'UTF8' template template0`);
  address.pathname = `/${name}`;
  return {
    connectionString: address.href,
    remove: () => ask(server, `drop database ${name} with (force)`),
  };
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: server,
    application_name: 'evo-audit',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    throw new CannotRead(`--fold-in: ${reasonOf(error)}`, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
