import * as z from 'zod/mini';
import { InvalidAmount, parseEvo } from '../../contracts/money.ts';
import { walletAddressInput } from '../../contracts/wallet-address.ts';
import { hostToListen } from '../../projector/loopback.ts';
import { namesUser } from '../names-user.ts';

/**
 * An address with one of these protocols, `https:` and the like. Without the slashes some would take it for another one: a
 * browser for a path of the site.
 */
export const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.some((protocol) => beginsWith(protocol, text)),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} and a host`,
      ),
    );

function beginsWith(protocol: string, text: string): boolean {
  const isOfSocket = protocol.startsWith('postgres');
  return text.toLowerCase().startsWith(`${protocol}//`) && (new URL(text).hostname !== '' || isOfSocket);
}

/** Of this machine, by its name or its address. */
export const listeningHost = z.pipe(z.string(), z.transform(hostToListen));

/** A blank at one of its ends would name another folder, and a new ledger begin there. */
export const folder = z
  .string()
  .check(z.refine((text) => text.trim() === text, 'must not begin or end with a blank'));

/** From `min` to `max`, both among them. */
export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );

/** Of what everyone is told. */
export const publicUrl = url('http:', 'https:').check(
  z.refine((text) => !namesUser(text), 'is told to everyone: no user and no password'),
);

/** Of the site: people's browsers know it by its scheme, its host and its port alone, and so does the program. */
export const siteUrl = url('http:', 'https:').check(
  z.refine((text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, search, hash } = new URL(text);
    return !namesUser(text) && pathname === '/' && search === '' && hash === '';
  }, 'must be a scheme, a host and at most a port: the site cannot lie below a path'),
);

/** EVO from 0 to `most`; the output is base units. */
export const evo = (most: string) =>
  z.pipe(
    z.string(),
    z.transform((text, ctx) => {
      try {
        const amount = parseEvo(text);
        if (amount <= parseEvo(most)) return amount;
      } catch (error) {
        if (!(error instanceof InvalidAmount)) throw error;
      }
      const message = `must be EVO in plain digits, at most ${most}`;
      ctx.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

/** A secret that travels in a header: no spaces, nothing that ends a line. */
export const secret = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,2048}$/, 'must be at least 8 characters without spaces'));

/** Wallets with commas between them. */
export const walletList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((one) => one.trim())),
  ),
  z.array(walletAddressInput),
);
