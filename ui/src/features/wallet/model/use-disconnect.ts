import { useMutation } from '@tanstack/react-query';
import { shellToasts } from '../../../../../contracts/shell-toasts.ts';
import { shownWallet } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { sessionEnded } from '../../../lib/session/session-change.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { disconnectWallet } from '../../../lib/wallet/disconnect-wallet.ts';
import { useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';

export function useDisconnect() {
  const dispatch = useWalletDispatch();
  return useMutation({
    mutationFn: () => dispatch(disconnectWallet(shownWallet())),
    onSuccess: () => {
      sessionEnded();
      showToast(shellToasts.walletDisconnected);
    },
    onError: (error) => showError({ title: 'Still connected', description: errorText(error) }),
  });
}
