import type { MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { Icon } from '../components/ui/Icon.tsx';
import { cx } from '../lib/class-names.ts';
import { placeIn, SECTIONS } from './sections.ts';

/** The way between the product's parts: in the header, and along the lower edge where that is too narrow. */
export function MainNav() {
  const [path] = useLocation();
  return (
    <nav
      aria-label="Main"
      className="h-(--nav-bar) max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface-1 md:mr-auto md:h-full lg:ml-4"
    >
      <ul className="flex h-full">
        {SECTIONS.map((section) => {
          const place = placeIn(section, path);
          return (
            <li key={section.name} className="max-md:flex-1">
              <Link
                href={section.href}
                onClick={(event) => goToTop(event, section.href)}
                aria-current={place}
                className={cx(
                  'relative flex h-14 items-center justify-center gap-1 text-xs font-medium -outline-offset-2 transition-colors duration-150 max-md:flex-col md:h-full md:px-2 md:text-sm lg:px-3',
                  place ? 'text-text' : 'text-muted hover:text-text',
                )}
              >
                <Icon name={section.icon} className={cx('md:hidden', place && 'text-accent')} />
                {section.name}
                {place && (
                  <span
                    aria-hidden="true"
                    className="absolute inset-x-6 top-0 h-0.5 bg-accent md:inset-x-2 md:top-auto md:bottom-0 lg:inset-x-3"
                  />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A person who is there goes to its beginning, not to a second entry of the same in the history. */
function goToTop(event: MouseEvent, href: string): void {
  if (location.pathname + location.search !== href) return;
  event.preventDefault();
  window.scrollTo(0, 0);
}
