import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { pageTitles } from '../../../../contracts/pages.ts';
import { AccessDenied, AdminSignIn, CheckingAccess } from '../../features/admin/components/AccessStates.tsx';
import { useAdminAccess } from '../../features/admin/model/use-admin-access.ts';
import { setRemoved } from '../../lib/admin/live-state.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

const AdminPanel = lazyPart(
  () => import('./AdminPanel.tsx'),
  ({ AdminPanel }) => AdminPanel,
  <CheckingAccess />,
);

type AdminPageProps = {
  readonly disconnect: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>;
};

/** As high as the window whatever stands in it, so that nothing below jumps while it is found out who may come in. */
export function AdminPage(props: AdminPageProps) {
  return (
    <div className="min-h-dvh">
      <Access {...props} />
    </div>
  );
}

/** Who may come in. What is inside is another part of the program, which a visitor never loads. */
function Access({ disconnect }: AdminPageProps) {
  useDocumentTitle(pageTitles.admin);
  const access = useAdminAccess();
  const [, navigate] = useLocation();
  const leaving = useRef(false);

  function logOut(): void {
    if (leaving.current) return;
    leaving.current = true;
    disconnect.mutate(undefined, {
      onSuccess: () => navigate('/evolve-socials'),
      onSettled: () => {
        leaving.current = false;
      },
    });
  }

  switch (access.status) {
    case 'checking':
      return <CheckingAccess />;
    case 'signedOut':
      return <AdminSignIn />;
    case 'denied':
      return (
        <AccessDenied
          wallet={access.wallet}
          fault={access.fault}
          onRetry={access.retry}
          disconnecting={disconnect.isPending}
          onDisconnect={() => disconnect.mutate(undefined, { onSuccess: () => setRemoved(undefined) })}
        />
      );
    case 'granted':
      return (
        <AdminPanel
          key={access.session.walletAddress}
          wallet={access.session.walletAddress}
          rights={access.rights}
          leaving={disconnect.isPending}
          onLogout={logOut}
        />
      );
  }
}
