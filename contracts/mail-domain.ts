import { canonicalEmail } from './canonical-email.ts';
import { isFreemail } from './email-providers.ts';

/**
 * Under which second-level names which countries register domains: `co.uk`, `com.br` (https://publicsuffix.org/list/). In
 * any other country such a name (`gouv.tv`) can be somebody's own, with as many names below it as they like.
 */
const REGISTRIES: ReadonlySet<string> = new Set(
  Object.entries({
    ac: 'ae at bd cn cr cy id il in ir jp ke kr lk ma mz ni nz rs th tz ug uk vn za zm zw',
    co: 'ae at cr hu id il in ir jp ke kr ma mz ni nz om rs th tt tz ug uk uz ve za zm zw',
    com: `ar au bd bo br cn co cy do ec eg es fr ge gr gt hk in jo kh kw lb lk mx my ng ni np om pe ph pk pl pt py
      qa ro sa sg sv tn tr tt tw ua ug uy uz ve vn zm`,
    edu: `ar au bd bo br cn co do ec eg es ge gr gt hk in jo kh kw lb lk mx my mz ng ni np om pe ph pk pl pt py qa
      rs sa sg sv tr tt tw ua uy ve vn za zm`,
    gov: `ae ar au bd br cn co cy do ec eg ge gr hk il in ir jo kh kw lb lk ma my mz ng np om ph pk pl pt py qa rs
      sa sg tn tr tt tw ua uk ve vn za zm zw`,
    gouv: 'fr',
    go: 'cr id jp ke kr th tz ug',
    gob: 'ar bo do ec es gt mx ni pe sv ve',
    ne: 'jp ke kr tz ug',
    net: `ae ar au bd bo br cn co cy do ec eg ge gr gt hk id il in ir jo kh kw lb lk ma mx my mz ng ni np nz om pe
      ph pk pl pt py qa sa sg th tn tr tt tw ua uk uy uz ve vn za zm`,
    nom: 'co es fr ni pe ro za',
    or: 'at cr id jp ke kr th tz ug',
    org: `ae ar au bd bo br cn co cy do ec eg es ge gr gt hk hu il in ir jo kh kw lb lk ma mx my mz ng ni np nz om
      pe ph pk pl pt py qa ro rs sa sg sv tn tr tt tw ua ug uk uy uz ve vn za zm zw`,
  }).flatMap(([second, countries]) => countries.split(/\s+/).map((top) => `${second}.${top}`)),
);

/**
 * The domain that somebody has registered to get the mail of an address, lower case: who has it has its subdomains, too.
 * Undefined where anybody can have a mailbox.
 */
export function ownMailDomain(address: string): string | undefined {
  const canonical = canonicalEmail(address);
  const domain = canonical.slice(canonical.lastIndexOf('@') + 1);
  if (isFreemail(domain)) return undefined;
  const labels = domain.split('.');
  const isUnderRegistry = REGISTRIES.has(labels.slice(-2).join('.'));
  return labels.slice(isUnderRegistry ? -3 : -2).join('.');
}
