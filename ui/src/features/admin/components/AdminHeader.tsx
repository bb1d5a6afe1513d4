import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import type { AdminRights } from '../../../lib/admin/admin-rights.ts';

type AdminHeaderProps = {
  readonly wallet: string;
  readonly rights: AdminRights;
  readonly leaving: boolean;
  readonly onLogout: () => void;
  readonly onCommandBar: () => void;
};

export function AdminHeader({ wallet, rights, leaving, onLogout, onCommandBar }: AdminHeaderProps) {
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 sm:-mt-4">
      <h1 className="text-2xl font-semibold tracking-[-0.03em] max-sm:flex-1">Admin Dashboard</h1>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted max-sm:order-last max-sm:w-full">
        <Address address={wallet} />
        <Badge tone={rights === 'superAdmin' ? 'accent' : 'neutral'}>{NAMES[rights]}</Badge>
      </div>
      <div className="flex items-center gap-2 sm:ml-auto">
        <Button size="bar" onClick={onCommandBar} aria-keyshortcuts="Control+K Meta+K">
          <Icon name="search" className="size-4" />
          <span className="max-sm:sr-only">Search</span>
          <kbd className="rounded border border-line px-1.5 font-mono text-[0.6875rem] text-faint max-sm:hidden">
            {isApple() ? '⌘K' : 'Ctrl K'}
          </kbd>
        </Button>
        <Button size="bar" variant="ghost" pending={leaving} onClick={onLogout}>
          <Icon name="exit" className="size-4" />
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
    </div>
  );
}

const NAMES: Readonly<Record<AdminRights, string>> = {
  superAdmin: 'Super Admin',
  admin: 'Admin',
  auditor: 'Auditor',
};

const isApple = (): boolean => /Mac|iP(hone|ad)/.test(navigator.userAgent);
