import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { CHAIN_ID } from '../../../contracts/constants.ts';
import { isLoopback } from '../../../projector/loopback.ts';
import type { Config } from '../../config.ts';
import type { Finding } from './finding.ts';
import { examinePeer, withoutBrackets } from './network.ts';

const PATIENCE_MS = 5_000;

/** The mail server, the chain, and the site itself as others reach it. */
export async function examineOthers(config: Config): Promise<Finding[]> {
  const { publicUrl, smtpUrl, rpcUrl } = config;
  const site = publicUrl === undefined ? undefined : new URL(publicUrl);
  const parts = await Promise.all([
    site && !isLoopback(site.hostname)
      ? examinePeer({
          ...{ setting: 'PUBLIC_URL', host: withoutBrackets(site.hostname), tls: site.protocol === 'https:' },
          port: Number(site.port || (site.protocol === 'https:' ? 443 : 80)),
        })
      : [],
    smtpUrl === undefined ? [] : examineSmtp(smtpUrl),
    rpcUrl === undefined ? [] : examineRpc(rpcUrl),
  ]);
  return parts.flat();
}

/** Greets the server and signs in; no mail is sent. */
export async function examineSmtp(url: string): Promise<Finding[]> {
  const { auth, ...options } = parseConnectionUrl(url);
  const limits = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const connection = new SMTPConnection({ ...options, ...limits });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((fault) => {
        if (fault) return reject(fault);
        if (!auth) return resolve();
        connection.login(auth, (refused) => (refused ? reject(refused) : resolve()));
      });
    });
    return [{ name: 'smtp', state: 'ok', text: 'The mail server answers and takes the sign-in.' }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        name: 'smtp',
        state: 'fault',
        text: `SMTP_URL: no mail can be sent (${reason}). Mails wait until it can.`,
      },
    ];
  } finally {
    connection.close();
  }
}

export async function examineRpc(url: string): Promise<Finding[]> {
  const name = 'rpc';
  try {
    const { address, authorization } = basicAuth(url);
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      // As the program, which follows nobody elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const chain: unknown = Reflect.get(Object(await answer.json()), 'result');
    if (Number(chain) === CHAIN_ID) return [{ name, state: 'ok', text: 'The chain answers.' }];
    return [{ name, state: 'fault', text: `RPC_URL is of chain ${String(chain)}, not of ${CHAIN_ID}.` }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      { name, state: 'fault', text: `RPC_URL does not answer (${reason}): contract wallets cannot sign in.` },
    ];
  }
}

/** `fetch` takes no address that names a user, and repeats the password in its refusal. The program sends both in a header. */
function basicAuth(url: string): { address: string; authorization: Record<string, string> } {
  const address = new URL(url);
  const [user, password] = [address.username, address.password].map(decodeURIComponent);
  address.username = '';
  address.password = '';
  if (!user) return { address: address.href, authorization: {} };
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  return { address: address.href, authorization: { authorization: `Basic ${credentials}` } };
}
