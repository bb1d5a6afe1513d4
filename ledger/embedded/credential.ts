import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { codeOf } from '../../contracts/error-code.ts';

/** By which a client shows the node that it may read and write: EventStoreDB's basic credentials. */
export type Credential = { readonly username: string; readonly password: string };

const PASSWORD_BYTES = 32;

/**
 * The credential in a file, `user:password` in one line; made at random where there is none, and anew where others
 * could have read it. Of several that make it at once all have the same one.
 * @throws Error when the file holds something else
 */
export async function loadCredential(file: string): Promise<Credential> {
  const found = await stat(file).catch(absent);
  const isOpen = found !== undefined && (found.mode & 0o077) !== 0;
  if (isOpen) await rm(file, { force: true });
  if (isOpen || !found) await create(file);
  const [, username, password] = /^([\w.~-]+):([\w.~-]{16,})\n?$/.exec(await readFile(file, 'utf8')) ?? [];
  if (username && password) return { username, password };
  throw new Error(`${file} holds no credential (user:password); move it away to get a new one`);
}

/** Linked into its place, so that nobody ever reads half of it and the first one stays. */
async function create(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const text = `evo:${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** The address of a node on this machine, for `connectClient`. */
export function localAddress(port: number, credential?: Credential): string {
  const user = credential ? `${credential.username}:${credential.password}@` : '';
  return `esdb://${user}127.0.0.1:${port}?tls=false`;
}
