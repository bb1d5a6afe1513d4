import { USERNAME_MAX } from '../../../contracts/constants.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';

/**
 * How a part of a username, a wallet or an address is looked for in SQL, by the indexes of parts of texts: they know parts
 * of three, each of which is a list of all rows that have it. Of what wallets are made of there are so few such parts that
 * each list is long: of a longer part as few are read as find next to nobody else.
 */
export type TextSearch = {
  /** In any case; not empty. */
  readonly search: string;
  /** False: addresses are not searched. */
  readonly withEmails: boolean;
};

/** What `$1` is in all of this. What a person types means itself: `%`, `_` and `\` too. */
export function pattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** SQL: the condition of the rows of `users` whose name or wallet has the part. */
export function isNamed(text: string): string {
  const search = text.toLowerCase();
  const name = /^\w*$/.test(search) && search.length <= USERNAME_MAX ? has('lower(username)', search) : NONE;
  return `${name} or ${walletHas(search)}`;
}

/** SQL: the condition of the rows of `vault.email_index` whose address has the part. */
export const isMailed = (search: string): string => has('lower(address)', search.toLowerCase());

/** SQL: the ids of all who match. */
export function matches({ search, withEmails }: TextSearch, union: 'union' | 'union all'): string {
  return `select user_id from ${LIVE_SCHEMA}.users where ${isNamed(search)}
    ${withEmails ? `${union} select user_id from vault.email_index where ${isMailed(search)}` : ''}`;
}

/** SQL that looks at each row of the list whether it matches, by no index of texts. */
export function matched({ withEmails }: TextSearch): string {
  const address = `or exists (
    select from vault.email_index as email where email.user_id = list.user_id and lower(address) like $1
  )`;
  return `cross join lateral (
    select from ${LIVE_SCHEMA}.users
    where users.user_id = list.user_id
      and (lower(username) like $1 or lower(wallet_address) like $1 ${withEmails ? address : ''})
    limit 1
  ) as matched`;
}

/** No row; `$1` is named in each statement. */
const NONE = '$1::text is null';
/** The part itself, where it has no sign that the pattern means otherwise. */
const PART = `btrim($1, '%')`;
/** Of so many digits a million texts of forty have next to none in common but those that are looked for. */
const TELLING_DIGITS = 5;

function walletHas(search: string): string {
  const wallet = 'lower(wallet_address)';
  if (!/^[0-9a-fx]+$/.test(search)) return NONE;
  if (/^0x[0-9a-f]{40}$/.test(search)) return `${wallet} = ${PART}`;
  // It stands at the beginning of each, and nowhere else; no digit comes behind `g`.
  if (/^0x[0-9a-f]{1,39}$/.test(search)) return `${wallet} >= ${PART} and ${wallet} < ${PART} || 'g'`;
  return has(wallet, search);
}

function has(text: string, search: string): string {
  // Two letters are looked for with whatever may stand before them in a name, a wallet or an address.
  if (/^[a-z0-9]{2}$/.test(search)) return `${text} ~ ('(^|[!-~])' || ${PART})`;
  if (!/^[0-9a-f]+$/.test(search) || search.length <= TELLING_DIGITS) return `${text} like $1`;
  return `(${text} like '%' || left(${PART}, ${TELLING_DIGITS}) || '%' and strpos(${text}, ${PART}) > 0)`;
}
