import { useState } from 'react';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { isDemoWallet } from '../../../lib/wallet/wallets.ts';
import { PhoneIcon } from './PhoneIcon.tsx';

/** In the place of a wallet's id: one that is on a phone. */
export const PHONE = 'phone';

type WalletIconProps = {
  readonly wallet: { readonly id: string; readonly name: string; readonly icon: string | undefined };
  readonly className?: string;
};

/** The wallet's own, or ours where it has none or it cannot be shown. */
export function WalletIcon({ wallet, className }: WalletIconProps) {
  const [broken, setBroken] = useState<string>();
  if (wallet.id === PHONE) return <PhoneIcon className={cx('text-muted', className)} />;
  if (wallet.icon === undefined || broken === wallet.icon) {
    return <Icon name={iconOf(wallet)} className={cx('text-muted', className)} />;
  }
  return (
    <img
      src={wallet.icon}
      alt=""
      className={cx('rounded-md', className)}
      onError={() => setBroken(wallet.icon)}
    />
  );
}

function iconOf({ id, name }: WalletIconProps['wallet']): IconName {
  if (!isDemoWallet(id)) return 'wallet';
  return name.toLowerCase().includes('admin') ? 'shield' : 'bolt';
}
