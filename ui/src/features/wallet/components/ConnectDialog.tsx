import { useEffect, useRef, useState } from 'react';
import { noticeToasts } from '../../../../../contracts/toasts.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { HeldHeight } from '../../../components/ui/HeldHeight.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { networkQuery } from '../../../lib/network/network-query.ts';
import { recentWallet } from '../../../lib/storage/browser-storage.ts';
import { showNotice } from '../../../lib/toast/toast.ts';
import { closeConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { useDiscoveredWallets, useWallet, useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';
import { walletActions } from '../../../lib/wallet/wallet-slice.ts';
import { METAMASK } from '../../../lib/wallet/wallets.ts';
import { DONE_MS } from '../model/connect-steps.ts';
import { opensOnPhones } from '../model/phone-address.ts';
import { type ConnectEnd, useConnect } from '../model/use-connect.ts';
import { ConnectPane, type ShownWallet } from './ConnectPane.tsx';
import { DemoWallets } from './DemoWallets.tsx';
import { WalletGroup } from './WalletGroup.tsx';
import { PHONE } from './WalletIcon.tsx';
import { WalletOption } from './WalletOption.tsx';

/** The wallets to choose from, what is installed first, beside where the connect stands. */
export function ConnectDialog() {
  const { attempt } = useWallet();
  const { hasMetaMask, metaMaskIcon, others } = useDiscoveredWallets();
  const network = useQuery(networkQuery);
  const connect = useConnect();
  const dispatch = useWalletDispatch();
  const [lastEnd, setLastEnd] = useState<ConnectEnd>();
  const [chosen, setChosen] = useState<ShownWallet>();
  const [recent] = useState(recentWallet);
  const attempts = useRef(0);
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const isDone = lastEnd?.is === 'connected';
  const disabled = attempt !== null || isDone;
  /** On a phone there is room for the wallets, or for what the chosen one is about to do. */
  const isChosen = attempt !== null || lastEnd !== undefined || chosen?.id === PHONE;
  // The button that had the focus is gone, or not seen any more: the keyboard goes on in what took its place.
  useEffect(() => {
    const focused = document.activeElement;
    const isHidden = focused instanceof HTMLElement && focused.offsetParent === null;
    // What lies beside the dialog, a notice say, keeps it.
    const isLost = focused === document.body || (isHidden && focused.closest('[data-dialog]') !== null);
    if (isLost) (isChosen ? pane : list).current?.focus();
  });
  // Seen for a moment, whether by the eye or told: then the page goes on.
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(closeConnectDialog, DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  const metaMask = { id: METAMASK, name: 'MetaMask', icon: metaMaskIcon };
  const installed = [...(hasMetaMask ? [metaMask] : []), ...others];
  // The one that was used last comes first.
  const sorted = installed.toSorted((a, b) => Number(b.id === recent) - Number(a.id === recent));

  async function choose(wallet: ShownWallet): Promise<void> {
    attempts.current += 1;
    const own = attempts.current;
    setChosen(wallet);
    setLastEnd(undefined);
    const end = await connect(wallet);
    // A wallet may answer late to what was cancelled, while another one is asked.
    if (own === attempts.current) setLastEnd(end);
    else if (end.is === 'connected') closeConnectDialog();
  }

  /** What the wallet still answers is dropped, so that no signature is asked for after this. */
  function cancel(): void {
    attempts.current += 1;
    dispatch(walletActions.connectCancelled());
    setChosen(undefined);
  }

  function goBack(): void {
    cancel();
    setLastEnd(undefined);
  }

  function close(): void {
    cancel();
    closeConnectDialog();
  }

  const option = (wallet: ShownWallet, hint: string) => (
    <WalletOption
      key={wallet.id}
      wallet={wallet}
      hint={hint}
      isRecent={wallet.id === recent}
      disabled={disabled}
      busy={attempt?.walletId === wallet.id}
      isDone={isDone && chosen?.id === wallet.id}
      onChoose={() => void choose(wallet)}
    />
  );

  return (
    <Dialog
      open
      onClose={close}
      paned
      title="Connect Wallet"
      description="One signature. It costs nothing and moves nothing."
    >
      <HeldHeight>
        <div className="-mx-5 -mb-5 flex flex-1 flex-col border-line sm:grid sm:grid-cols-[18rem_minmax(0,1fr)] sm:border-t">
          <div
            ref={pane}
            tabIndex={-1}
            className={cx('flex flex-1 flex-col px-5 sm:order-last sm:px-0', !isChosen && 'max-sm:hidden')}
          >
            <ConnectPane
              attempt={attempt}
              lastEnd={lastEnd}
              wallet={chosen}
              onRetry={() => chosen && void choose(chosen)}
              onCancel={cancel}
              onBack={goBack}
            />
          </div>
          <div ref={list} tabIndex={-1} className={cx('px-2.5 pb-3 sm:pt-4', isChosen && 'max-sm:hidden')}>
            {sorted.length > 0 && (
              <WalletGroup title="Installed">
                {sorted.map((wallet) => option(wallet, 'Installed'))}
              </WalletGroup>
            )}
            {!hasMetaMask && (
              <WalletGroup title="Get a wallet">{option(metaMask, 'Not found in this browser')}</WalletGroup>
            )}
            {installed.length === 0 && opensOnPhones() && (
              <WalletGroup title="On a phone">
                <WalletOption
                  wallet={onPhone}
                  hint="Open this page in it"
                  isRecent={false}
                  disabled={disabled}
                  busy={false}
                  onChoose={() => {
                    setLastEnd(undefined);
                    setChosen(onPhone);
                  }}
                />
              </WalletGroup>
            )}
            {network.data?.demoWallet && (
              <DemoWallets
                disabled={disabled}
                busyWith={attempt?.walletId}
                doneWith={isDone ? chosen?.id : undefined}
                recent={recent}
                onChoose={(wallet) => void choose(wallet)}
              />
            )}
            <ComingSoon disabled={disabled} />
          </div>
        </div>
      </HeldHeight>
    </Dialog>
  );
}

/** Announced, and no more: they take little room. */
function ComingSoon({ disabled }: { disabled: boolean }) {
  return (
    <section aria-labelledby="soon-title" className="flex flex-wrap gap-1.5 px-2.5">
      <h3 id="soon-title" className="basis-full text-xs font-medium text-faint">
        Coming soon
      </h3>
      {announced.map((name) => (
        <button
          key={name}
          type="button"
          disabled={disabled}
          onClick={() => showNotice(noticeToasts.comingSoon(name))}
          className="h-7 pointer-coarse:h-11 rounded-full border border-line px-2.5 text-xs text-muted transition-colors duration-150 hover:border-control hover:text-text disabled:opacity-55"
        >
          {name}
        </button>
      ))}
    </section>
  );
}

const onPhone: ShownWallet = { id: PHONE, name: 'Wallet app', icon: undefined };

const announced = ['WalletConnect', 'Coinbase'] as const;
