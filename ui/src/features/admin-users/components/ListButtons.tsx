import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import {
  exportEmails,
  exportUsers,
  exportWallets,
  exportWhitelist,
} from '../../../../../contracts/api/admin-exports.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useExport } from '../../../lib/admin/use-export.ts';

type ListButtonsProps = {
  readonly refreshing: boolean;
  /** Without it nothing is taken out of the program, and nothing is cleared. */
  readonly mayAct: boolean;
  readonly onRefresh: () => void;
  readonly onClearAll: () => void;
};

export function ListButtons({ refreshing, mayAct, onRefresh, onClearAll }: ListButtonsProps) {
  return (
    // On a phone it is one line to be pushed sideways: the list begins a screen higher.
    <div className="flex gap-2 max-sm:-mx-5 max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 sm:flex-wrap">
      <Button size="sm" pending={refreshing} onClick={onRefresh}>
        <Icon name="refresh" className="size-4" /> Refresh
      </Button>
      {mayAct && (
        <>
          {exports.map((one) => (
            <ExportButton key={one.label} {...one} />
          ))}
          <Button size="sm" variant="danger" className="sm:ml-auto" onClick={onClearAll}>
            Clear All App Rewards
          </Button>
        </>
      )}
    </div>
  );
}

const exports = [
  {
    label: 'Export Emails',
    path: exportEmails.path,
    name: 'evo-emails.txt',
    failed: errorToasts.exportEmailsFailed,
  },
  {
    label: 'Export Wallets',
    path: exportWallets.path,
    name: 'evo-wallets.txt',
    failed: errorToasts.exportWalletsFailed,
  },
  {
    label: 'Export Users',
    path: exportUsers.path,
    name: 'evo-users.csv',
    failed: adminToasts.exportUsersFailed,
  },
  {
    label: 'Export Whitelist',
    path: exportWhitelist.path,
    name: 'evo-whitelist.csv',
    failed: adminToasts.exportWhitelistFailed,
  },
] as const;

type ExportButtonProps = Parameters<typeof useExport>[0] & { readonly label: string };

function ExportButton({ label, ...file }: ExportButtonProps) {
  const { mutate, isPending } = useExport(file);
  return (
    <Button size="sm" pending={isPending} onClick={() => mutate()}>
      <Icon name="download" className="size-4" /> {label}
    </Button>
  );
}
