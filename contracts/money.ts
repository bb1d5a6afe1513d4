/**
 * EVO amounts. Inside the program an amount is a `bigint` of base units (18 decimals, so 1 EVO = 10^18);
 * on the wire and in events it is a decimal string in normal form: no sign, no leading zeros, no exponent,
 * no trailing zeros after the point (`"25"`, `"0.5"`). A float never holds an amount. How much may be granted at once
 * and to one account stands in `constants.ts`; the forms here hold what any ledger may add up to.
 */
export const EVO_DECIMALS = 18;
export const ONE_EVO = 10n ** 18n;

/** Integer digits of what a person types, and of every single prize. What the program accepts is bounded far below. */
const MAX_INTEGER_DIGITS = 20;
const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
/** The one spelling of each single amount that events carry. */
export const NORMAL_FORM = /^(0|[1-9][0-9]{0,19})(\.[0-9]{0,17}[1-9])?$/;
/**
 * The same for what amounts add up to: of an account, and of all accounts together. 60 integer digits, as many as
 * `numeric(78,18)` holds; a million accounts of a hundred trillion million EVO each are 27.
 */
export const SUM_FORM = /^(0|[1-9][0-9]{0,59})(\.[0-9]{0,17}[1-9])?$/;
const SIGNED_SUM = /^(-?)(0|[1-9][0-9]{0,59})(?:\.([0-9]{1,18}))?$/;

export type AmountFault = 'not_a_decimal' | 'too_many_decimals' | 'too_large';

/** The amount cannot be read; `fault` says why. Nothing was rounded or cut to make it fit. */
export class InvalidAmount extends Error {
  readonly fault: AmountFault;
  constructor(fault: AmountFault) {
    super(faultTexts[fault]);
    this.name = 'InvalidAmount';
    this.fault = fault;
  }
}

const faultTexts: Record<AmountFault, string> = {
  not_a_decimal: 'Enter the amount in plain digits, for example 10.50',
  too_many_decimals: 'An EVO amount has at most 18 decimals',
  too_large: 'An EVO amount has at most 20 digits before the point',
};

/**
 * Reads a plain decimal string into base units. Trailing zeros are allowed (`"10.50"`), a sign, an exponent,
 * spaces and grouping are not.
 * @throws InvalidAmount
 */
export function parseEvo(text: string): bigint {
  // A bound before the pattern runs: nobody needs more than 20 + 1 + 18 characters, zeros apart.
  if (text.length > 64) throw new InvalidAmount(/^[0-9.]+$/.test(text) ? 'too_large' : 'not_a_decimal');
  const match = DECIMAL.exec(text);
  if (!match) throw new InvalidAmount('not_a_decimal');
  const integer = match[1] ?? '';
  const fraction = match[2] ?? '';
  if (fraction.replace(/0+$/, '').length > EVO_DECIMALS) throw new InvalidAmount('too_many_decimals');
  if (integer.length > MAX_INTEGER_DIGITS) throw new InvalidAmount('too_large');
  return BigInt(integer) * ONE_EVO + BigInt(fraction.slice(0, EVO_DECIMALS).padEnd(EVO_DECIMALS, '0'));
}

/** Base units to the normal form, for events, responses and SQL parameters. Negative amounts keep a sign. */
export function formatEvo(amount: bigint): string {
  if (amount < 0n) return `-${formatEvo(-amount)}`;
  // Cut out of the digits: a division of such numbers takes longer than all the rest.
  const digits = amount.toString().padStart(EVO_DECIMALS + 1, '0');
  const point = digits.length - EVO_DECIMALS;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const integer = digits.slice(0, point);
  return end === point ? integer : `${integer}.${digits.slice(point, end)}`;
}

/**
 * Reads what the program itself wrote into events and answers: an amount or a sum of them, up to 60 digits before the
 * point, negative where it is a change. What a person typed goes through `parseEvo`.
 * @throws InvalidAmount
 */
export function parseSum(text: string): bigint {
  // Whoever follows an event asks for its amount several times.
  if (text === last.text) return last.amount;
  const match = SIGNED_SUM.exec(text);
  if (!match) throw new InvalidAmount('not_a_decimal');
  const [, sign, integer = '', fraction = ''] = match;
  const absolute = BigInt(integer) * ONE_EVO + BigInt(fraction.padEnd(EVO_DECIMALS, '0'));
  last = { text, amount: sign === '-' ? -absolute : absolute };
  return last.amount;
}

/** What was read last. */
let last: { readonly text: string; readonly amount: bigint } = { text: '0', amount: 0n };

export type EvoParts = {
  /** Grouped in threes: `1,234`. */
  readonly integer: string;
  /** Cut, never rounded up: a person is never shown more than there is. */
  readonly fraction: string;
};

/**
 * Splits an amount for display with a fixed number of decimals, truncating. Where nothing but zeros would be left of
 * one, all its decimals are shown: what is something never looks like nothing. A place without decimals counts whole EVO.
 */
export function displayParts(amount: bigint, decimals: number): EvoParts {
  const absolute = amount < 0n ? -amount : amount;
  const integer = (absolute / ONE_EVO).toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
  const digits = (absolute % ONE_EVO).toString().padStart(EVO_DECIMALS, '0');
  const isLost = decimals > 0 && absolute > 0n && absolute < 10n ** BigInt(EVO_DECIMALS - decimals);
  const fraction = isLost ? digits.replace(/0+$/, '') : digits.slice(0, decimals);
  return { integer: amount < 0n ? `-${integer}` : integer, fraction };
}

/** `displayParts` as one string: `1,234.50`. */
export function displayEvo(amount: bigint, decimals: number): string {
  const { integer, fraction } = displayParts(amount, decimals);
  return decimals === 0 ? integer : `${integer}.${fraction}`;
}

/** How many decimals show the whole of an amount: not fewer than `least`, and not more than `most`. */
export function decimalsOf(amount: bigint, least: number, most: number = EVO_DECIMALS): number {
  const { fraction } = displayParts(amount, EVO_DECIMALS);
  return Math.min(most, Math.max(least, fraction.replace(/0+$/, '').length));
}

/** The whole of an amount, for sentences about what is or would be done: `1,234.50`, `0.001`. */
export function exactEvo(amount: bigint, least = 2): string {
  return displayEvo(amount, decimalsOf(amount, least));
}

/**
 * level = 1 + floor(totalRewards / 100 EVO), and at most `MAX_LEVEL`, beyond which a JSON number is no longer exact:
 * no account comes near it by what is granted today.
 */
export function levelOf(totalRewards: bigint): number {
  const level = 1n + totalRewards / (100n * ONE_EVO);
  return level > MAX_LEVEL ? MAX_LEVEL : Number(level);
}

/** The highest level there is. The read models say the same. */
export const MAX_LEVEL = Number.MAX_SAFE_INTEGER;

/** Whole tens of EVO earned: the "tasks completed" figure of the dashboard. */
export function tasksCompleted(totalRewards: bigint): bigint {
  return totalRewards / (10n * ONE_EVO);
}
