/** The part of a browser wallet that we use (https://eips.ethereum.org/EIPS/eip-1193). */
export type Eip1193Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
};

export const USER_REJECTED = 4001;
/** MetaMask: a request of the same kind waits for the person already. */
export const REQUEST_PENDING = -32002;

/**
 * The codes that an error carries. Mobile wallets wrap the real error as `data.originalError` of an internal
 * one (https://github.com/MetaMask/metamask-mobile/issues/2944), so both count.
 */
function errorCodes(error: unknown): readonly number[] {
  const codes = [field(error, 'code'), field(field(field(error, 'data'), 'originalError'), 'code')];
  return codes.filter((code) => typeof code === 'number');
}

export const hasCode = (error: unknown, code: number): boolean => errorCodes(error).includes(code);

const REASON_MAX = 200;

/** Why a request failed, in the wallet's own words, short enough for a toast. */
export function reasonOf(error: unknown): string {
  const message = field(error, 'message');
  if (typeof message !== 'string' || message === '') return 'the wallet gave no reason';
  if (message.length <= REASON_MAX) return message;
  // Not with half a character at its end.
  return `${message.slice(0, REASON_MAX).replace(/\p{Cs}$/u, '')}…`;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
