import { routeAt } from '../../../contracts/pages.ts';
import type { IconName } from '../components/ui/Icon.tsx';
import { LEDGER_PATH } from '../lib/ledger/ledger-path.ts';
import { PROOFS_PATH } from '../lib/proofs-path.ts';

type Section = {
  readonly name: string;
  readonly href: string;
  readonly icon: IconName;
  /** Other addresses of the same page. */
  readonly same: readonly string[];
  /** Pages that belong to it. */
  readonly within: readonly string[];
};

/** The parts of the product that everyone may see, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { name: 'Socials', href: '/evolve-socials', icon: 'users', same: ['/'], within: [] },
  { name: 'Rewards', href: '/evo-rewards', icon: 'gift', same: [], within: ['/dashboard'] },
  { name: 'Raffle', href: '/raffle', icon: 'trophy', same: [], within: [PROOFS_PATH] },
  { name: 'Ledger', href: LEDGER_PATH, icon: 'ledger', same: [], within: [] },
];

/** What a path is to a section, as `aria-current` says it: its page, or another page of it. */
export function placeIn({ href, same, within }: Section, path: string): 'page' | 'true' | undefined {
  // As the router reads it: in any case, with or without a slash at its end.
  const place = routeAt(path)?.path ?? path;
  if (place === href || same.includes(place)) return 'page';
  return within.includes(place) ? 'true' : undefined;
}
