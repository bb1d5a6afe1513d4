import { canonicalEmail } from './canonical-email.ts';
import { isFreemail } from './email-providers.ts';

/** Second-level names under which countries register domains: `co.uk`, `com.br`. */
const REGISTRIES = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gov',
  'gouv',
  'go',
  'gob',
  'ne',
  'net',
  'nom',
  'or',
  'org',
]);

/**
 * The domain that somebody has registered to get the mail of an address, lower case: who has it has its subdomains, too.
 * Undefined where anybody can have a mailbox.
 */
export function ownMailDomain(address: string): string | undefined {
  const canonical = canonicalEmail(address);
  const domain = canonical.slice(canonical.lastIndexOf('@') + 1);
  if (isFreemail(domain)) return undefined;
  const labels = domain.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isUnderRegistry = top.length === 2 && REGISTRIES.has(second);
  return labels.slice(isUnderRegistry ? -3 : -2).join('.');
}
