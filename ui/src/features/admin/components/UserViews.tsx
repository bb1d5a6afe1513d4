import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import { cx } from '../../../lib/class-names.ts';

const VIEWS = [
  { name: 'users', text: 'Users', href: '?tab=users' },
  { name: 'clusters', text: clusterTexts.title, href: '?tab=users&view=clusters' },
] as const;

export type UserView = (typeof VIEWS)[number]['name'];

/** The view that an address names; the list of users for anything else. */
export const userViewOf = (query: URLSearchParams): UserView =>
  query.get('view') === 'clusters' ? 'clusters' : 'users';

/** The two ways to look at users, and the chosen one. */
export function UserViews({ view, children }: { readonly view: UserView; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <nav aria-label="Views of users" className="flex w-fit gap-1 rounded-control bg-surface-2 p-1">
        {VIEWS.map(({ name, text, href }) => (
          <Link
            key={name}
            href={href}
            aria-current={name === view ? 'page' : undefined}
            className={cx(
              'flex min-h-9 pointer-coarse:min-h-11 items-center rounded-control border px-3 text-sm font-medium transition-colors duration-150',
              name === view
                ? 'border-control bg-bg text-text'
                : 'border-transparent text-muted hover:text-text',
            )}
          >
            {text}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
