import { getDomain } from 'tldts-icann';
import { canonicalEmail } from '../../contracts/canonical-email.ts';
import { isFreemail } from '../../contracts/email-providers.ts';

/**
 * The domain that somebody has registered to get the mail of an address, lower case: who has it has its subdomains, too.
 * Undefined where anybody can have a mailbox. By the public suffix list, https://publicsuffix.org.
 */
export function ownMailDomain(address: string): string | undefined {
  const canonical = canonicalEmail(address);
  const domain = canonical.slice(canonical.lastIndexOf('@') + 1);
  if (isFreemail(domain)) return undefined;
  // Under some names of a country everybody registers domains (`co.uk`), under others nobody but who has them (`gouv.tv`).
  return getDomain(domain) ?? domain;
}
