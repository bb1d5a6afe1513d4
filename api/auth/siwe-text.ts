import { CHAIN_ID } from '../../contracts/constants.ts';
import type { WalletAddress } from '../../contracts/wallet-address.ts';

export type SiweText = {
  readonly walletAddress: WalletAddress;
  /** Of the site, whatever name it has: viem's own takes none of one label, none in another script, and no IPv6 address. */
  readonly publicUrl: string;
  /** What is signed for; the site itself unless given. */
  readonly uri?: string;
  /** One line. */
  readonly statement: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly requestId?: string;
};

/**
 * The text that a wallet signs, with the site's host as an authority of RFC 3986.
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 */
export function siweText(text: SiweText): string {
  const {
    walletAddress,
    publicUrl,
    uri = publicUrl,
    statement,
    nonce,
    issuedAt,
    expiresAt,
    requestId,
  } = text;
  const fields = [
    `${new URL(publicUrl).host} wants you to sign in with your Ethereum account:`,
    walletAddress,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${CHAIN_ID}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
  ];
  // It would be a field of its own, and say what nobody was to sign.
  if (fields.some((field) => /[\r\n]/.test(field))) throw new RangeError('a field to be signed is one line');
  return fields.join('\n');
}
