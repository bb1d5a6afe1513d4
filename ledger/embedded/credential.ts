import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { codeOf } from '../../contracts/error-code.ts';
import { writeOnce } from '../write-once.ts';
import { EmbeddedEventStoreError } from './errors.ts';
import { inTurn } from './lock.ts';

/** By which a client shows the node that it may read and write: EventStoreDB's basic credentials. */
export type Credential = { readonly username: string; readonly password: string };

const PASSWORD_BYTES = 32;

/**
 * The credential in a file, `user:password` in one line; made at random where there is none, and anew where others
 * could have read it. Of several that make it at once all have the same one.
 * @throws EmbeddedEventStoreError when the file holds something else
 */
export async function loadCredential(file: string): Promise<Credential> {
  // Who looked before another made it anew must not take that one away.
  if ((await stateOf(file)) === 'open') await inTurn(file, () => removeOpen(file));
  const text =
    (await stateOf(file)) === 'absent' ? await writeOnce(file, madeAtRandom()) : await readFile(file, 'utf8');
  return credentialOf(text, file);
}

/** @throws EmbeddedEventStoreError for another text */
function credentialOf(text: string, file: string): Credential {
  const [, username, password] = /^([\w.~-]+):([\w.~-]{16,})\n?$/.exec(text) ?? [];
  if (username && password) return { username, password };
  throw new EmbeddedEventStoreError(
    'no-credential',
    `${file} holds no credential (user:password); move it away to get a new one`,
  );
}

async function removeOpen(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(absent);
  // Something else was named by mistake, and is not taken away.
  if (text !== undefined) credentialOf(text, file);
  if ((await stateOf(file)) === 'open') await rm(file, { force: true });
}

async function stateOf(file: string): Promise<'absent' | 'open' | 'private'> {
  const found = await stat(file).catch(absent);
  if (!found) return 'absent';
  return (found.mode & 0o077) === 0 ? 'private' : 'open';
}

const madeAtRandom = () => `evo:${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`;

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** The address of a node on this machine, for `connectClient`. */
export function localAddress(port: number, credential?: Credential): string {
  const user = credential ? `${credential.username}:${credential.password}@` : '';
  return `esdb://${user}127.0.0.1:${port}?tls=false`;
}
