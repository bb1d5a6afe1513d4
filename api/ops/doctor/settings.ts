import { statfs } from 'node:fs/promises';
import { isLoopback } from '../../../projector/loopback.ts';
import type { Config } from '../../config.ts';
import type { Finding } from './finding.ts';

const NODE = 24;
const GIGABYTE = 1_000_000_000;

/** What can be said of the settings and of this machine alone. */
export async function examineSettings(config: Config): Promise<Finding[]> {
  const node = Number(process.versions.node.split('.')[0]);
  const version: Finding =
    node === NODE
      ? { name: 'node', state: 'ok', text: `Node ${process.versions.node}.` }
      : {
          name: 'node',
          state: 'fault',
          text: `Node ${process.versions.node}: run it with ${NODE} (npm run … does).`,
        };
  return [version, ...judgeSettings(config), ...(await disk(config))];
}

export function judgeSettings(config: Config): Finding[] {
  const name = 'settings';
  const warn = (text: string): Finding => ({ name, state: 'warn', text });
  const { publicUrl, eventStoreUrl, databaseUrl } = config;
  if (config.demoWallet) {
    return [
      warn(
        'This is a local trial: everybody on this machine has the Demo wallets. Set PUBLIC_URL and SUPER_ADMIN_WALLET for a site.',
      ),
    ];
  }
  const isPlain = publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname);
  const findings = [
    publicUrl === undefined && warn('PUBLIC_URL is not set: no browser but one on this machine can sign in.'),
    isPlain &&
      warn(
        `PUBLIC_URL is ${publicUrl}: without TLS, cookies and signatures can be read on the way. End TLS in a proxy.`,
      ),
    publicUrl?.startsWith('https:') &&
      config.trustProxy === 0 &&
      warn(
        'PUBLIC_URL is https and TRUST_PROXY is 0: behind a proxy all callers share one rate limit. Set it to the number of proxies.',
      ),
    config.smtpUrl === undefined && warn('SMTP_URL is not set: mails wait in the queue.'),
    eventStoreUrl !== undefined &&
      databaseUrl !== undefined &&
      config.notary.keyFile === undefined &&
      warn('NOTARY_KEY is not set: nothing of the ledger is sealed.'),
    config.vaultKeys.length > 1 &&
      warn(
        'VAULT_KEY has more than one key: when the first was given to all replicas, run rotate-vault-key and take the others out.',
      ),
  ].filter((finding) => finding !== false && finding !== undefined);
  return findings.length > 0 ? findings : [{ name, state: 'ok', text: 'The settings can be used.' }];
}

/** Of the folder of the embedded parts; whoever runs stores of their own watches their disks. */
async function disk({ eventStoreUrl, databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (eventStoreUrl !== undefined && databaseUrl !== undefined) return [];
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return [judgeDisk(dataDir, bavail * bsize, blocks * bsize)];
  } catch {
    return [{ name: 'disk', state: 'warn', text: `${dataDir} is not there yet: the first start makes it.` }];
  }
}

/** @param free @param whole bytes */
export function judgeDisk(folder: string, free: number, whole: number): Finding {
  const text = `${(free / GIGABYTE).toFixed(1)} of ${(whole / GIGABYTE).toFixed(1)} GB are free where ${folder} is`;
  if (free < GIGABYTE / 5)
    return { name: 'disk', state: 'fault', text: `${text}: make room before writes are refused.` };
  if (free < 2 * GIGABYTE || free < whole / 20)
    return { name: 'disk', state: 'warn', text: `${text}: make room.` };
  return { name: 'disk', state: 'ok', text: `${text}.` };
}
