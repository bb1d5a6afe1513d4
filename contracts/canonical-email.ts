import { FASTMAIL_DOMAINS, MAILBOX_RULES, YAHOO } from './email-providers.ts';

/**
 * The one spelling of all addresses that reach the same mailbox: lower case, without a tag, and with what its provider
 * takes for the same written in one way. Only for telling accounts apart; mail goes to the address as it was typed.
 */
export function canonicalEmail(address: string): string {
  const { local, domain } = partsOf(withoutSubdomain(address.trim().toLowerCase()));
  const rule = MAILBOX_RULES.find(({ domains }) => domains.includes(domain));
  const name = local.split('+', 1)[0] ?? '';
  if (YAHOO.test(domain)) return `${name.split('-', 1)[0]}@${domain}`;
  if (!rule) return `${name}@${domain}`;
  const [main = domain] = rule.domains;
  // A name of nothing but ignored characters is no mailbox of anybody; it stays as it is.
  return `${rule.nameOf(name) || name}@${rule.isOneMailbox ? main : domain}`;
}

/**
 * The spelling by which mailboxes were told apart before their providers' rules were known this well. The reservations
 * of that time stand under it for ever, so it never changes.
 */
export function formerCanonicalEmail(address: string): string {
  const { local, domain: typed } = partsOf(address.trim().toLowerCase());
  const domain = typed === 'googlemail.com' ? 'gmail.com' : typed;
  let name = local.split('+', 1)[0] ?? '';
  if (['yahoo.com', 'ymail.com', 'rocketmail.com'].includes(domain)) name = name.split('-', 1)[0] ?? '';
  if (domain === 'gmail.com') name = name.replaceAll('.', '');
  return `${name}@${domain}`;
}

/** Fastmail delivers `anything@anna.fastmail.com` to `anna@fastmail.com`. */
function withoutSubdomain(text: string): string {
  const { domain } = partsOf(text);
  const dot = domain.indexOf('.');
  const parent = domain.slice(dot + 1);
  return FASTMAIL_DOMAINS.includes(parent) ? `${domain.slice(0, dot)}@${parent}` : text;
}

function partsOf(text: string): { local: string; domain: string } {
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, at), domain: text.slice(at + 1) };
}
