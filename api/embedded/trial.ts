import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { startTexts } from '../../contracts/messages.ts';
import { isLoopback } from '../../projector/loopback.ts';
import type { Config } from '../config.ts';
import type { RateLimit, RateLimits } from '../http/middleware/rate-limit.ts';
import type { AppState } from '../http/state.ts';

/**
 * A program that one person tries on their own machine gives away what a site must not: the keys of the Demo wallets,
 * all mails, tasks that nobody checked. It does so only while nothing says that others reach it.
 */
export type Trial = {
  /** Whether the privileges are in force. Once they are not, they never are again in this process. */
  isOn(): boolean;
  /** Ends the trial when a request was sent on by a proxy, or came to an address that others reach. */
  readonly watch: Middleware<AppState>;
};

/**
 * The first sign of a proxy ends the trial for the process, not for the request alone: a proxy need not mark each
 * request, and whoever got a Demo wallet's key through it before may still hold it. The price is small: whoever is on
 * the machine itself, or rebinds a name to it, can end the trial until the next start.
 * @param isTrial what the settings say
 */
export function createTrial(isTrial: boolean, logger: Logger): Trial {
  let isOn = isTrial;
  return {
    isOn: () => isOn,
    async watch(ctx, next) {
      const sign = isOn ? signOfOthers(ctx.req) : undefined;
      if (sign !== undefined) {
        isOn = false;
        logger.warn(
          { sign },
          'this was a local trial, and others reach it: the Demo wallets have no rights and no task is confirmed by the demo verifier any more. To run a site, set PUBLIC_URL and SUPER_ADMIN_WALLET, and take an empty DATA_DIR',
        );
      }
      return next();
    },
  };
}

/** What a request shows of a proxy in front, or of a caller elsewhere; undefined where it shows nothing. */
export function signOfOthers(
  request: Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
    readonly socket: Pick<IncomingMessage['socket'], 'localAddress'>;
  },
): string | undefined {
  const { headers, httpVersion, socket } = request;
  const named = Object.keys(headers).find(
    (name) => FORWARDERS.has(name) || FORWARDER_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  if (named !== undefined) return `the header ${named}`;
  // What nginx speaks unless it is told otherwise, and it adds no header then. No browser does.
  if (httpVersion === '1.0') return 'HTTP/1.0';
  if (!isLoopback(hostname(headers.host ?? ''))) return `the host ${JSON.stringify(headers.host)}`;
  const page = headers.origin ?? headers.referer ?? '';
  // The browser itself says that the page it shows under another name is this site.
  if (
    headers['sec-fetch-site'] === 'same-origin' &&
    URL.canParse(page) &&
    !isLoopback(new URL(page).hostname)
  ) {
    return `the site ${new URL(page).origin}`;
  }
  const address = socket.localAddress?.replace(/^::ffff:/, '');
  if (address === undefined || !isLoopback(address)) return `the address ${address}`;
  return undefined;
}

/** Headers by which proxies, load balancers and tunnels say for whom or through what they ask. */
const FORWARDERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
  'x-real-port',
  'x-host',
  'x-proxyuser-ip',
  'cdn-loop',
]);
const FORWARDER_PREFIXES = [
  'x-forwarded',
  'x-original-',
  'cf-',
  'x-envoy-',
  'x-amzn-',
  'x-azure-',
  'x-vercel-',
];

function hostname(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** What whoever started the program reads: where it is, and in one line that it is a trial and what that means. */
export function startLines(url: string, { demoWallet }: Pick<Config, 'demoWallet'>): string {
  return [startTexts.ready(url), ...(demoWallet ? [startTexts.trial] : [])].join('\n');
}

/** The limits of a trial while it lasts, then those of a site. */
export function limitsDuring(trial: Trial, ofTrial: RateLimits, ofSite: RateLimits): RateLimits {
  // Both have all limits by their names; `Object.keys` forgets that.
  const names = Object.keys(ofSite) as (keyof RateLimits)[];
  const inForce = names.map((name): [keyof RateLimits, RateLimit] => [
    name,
    { take: (caller) => (trial.isOn() ? ofTrial : ofSite)[name].take(caller) },
  ]);
  // One entry for each name.
  return Object.fromEntries(inForce) as RateLimits;
}
