import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isPlain, optionOf } from '../../../ledger/event-store-url.ts';
import type { Finding } from './finding.ts';

const PATIENCE_MS = 4_000;
const WARN_DAYS = 21;
const DAY_MS = 86_400_000;

/** Another machine that a setting names. */
export type Peer = {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** A file with the certificates that are trusted instead of the system's. */
  readonly caFile?: string | undefined;
};

/** Whether its name is known and, where it speaks TLS, what its certificate says. */
export async function examinePeer(peer: Peer): Promise<Finding[]> {
  const { setting, host, port } = peer;
  try {
    await lookup(host);
  } catch {
    return [
      {
        name: 'dns',
        state: 'fault',
        text: `${setting}: nobody knows the name ${host}. See DNS or the spelling.`,
      },
    ];
  }
  if (!peer.tls) return [];
  const address: Finding[] =
    isIP(host) === 0
      ? []
      : [
          {
            name: 'certificate',
            state: 'warn',
            text: `${setting} names the address ${host}: use a name, which the certificate has.`,
          },
        ];
  try {
    const { validTo, fault } = await certificateOf(peer);
    return [...address, judgeCertificate(`${setting} (${host}:${port})`, validTo, fault, Date.now())];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      ...address,
      {
        name: 'certificate',
        state: 'fault',
        text: `${setting}: ${host}:${port} does not answer with TLS (${reason}).`,
      },
    ];
  }
}

/** @param validTo @param now milliseconds */
export function judgeCertificate(
  whose: string,
  validTo: number,
  fault: string | undefined,
  now: number,
): Finding {
  const name = 'certificate';
  const days = Math.floor((validTo - now) / DAY_MS);
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (days < 0)
    return { name, state: 'fault', text: `The certificate of ${whose} ended on ${until}: renew it.` };
  if (fault !== undefined)
    return { name, state: 'fault', text: `The certificate of ${whose} is not trusted: ${fault}.` };
  if (days < WARN_DAYS) {
    return {
      name,
      state: 'warn',
      text: `The certificate of ${whose} ends on ${until}, in ${days} days: renew it.`,
    };
  }
  return { name, state: 'ok', text: `The certificate of ${whose} is good until ${until}.` };
}

async function certificateOf({
  host,
  port,
  caFile,
}: Peer): Promise<{ validTo: number; fault: string | undefined }> {
  const ca = caFile === undefined ? undefined : await readFile(caFile);
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port, timeout: PATIENCE_MS, rejectUnauthorized: false },
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca }),
    });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      const fault = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ validTo: Date.parse(valid_to), fault });
    });
  });
}

/** A host of a URL as sockets and names take it: there an IPv6 address stands in brackets. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** The peers of an address of EventStoreDB: each host of it, with TLS unless it says `tls=false`. */
export function eventStorePeers(url: string): readonly Peer[] {
  const [, hosts = ''] = /^esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url) ?? [];
  const tls = !isPlain(url);
  const caFile = optionOf(url, 'tlsCaFile');
  return hosts.split(',').map((text) => {
    const { hostname, port } = new URL(`http://${text}`);
    return {
      setting: 'EVENTSTORE_URL',
      host: withoutBrackets(hostname),
      port: Number(port || 2113),
      tls,
      caFile,
    };
  });
}
