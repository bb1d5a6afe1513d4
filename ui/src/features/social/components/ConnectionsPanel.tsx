import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { socialQuery } from '../api/social-query.ts';
import { ConnectionRow } from './ConnectionRow.tsx';

export function ConnectionsPanel() {
  const query = useQuery(socialQuery);
  return (
    <Panel
      title="Social Connections"
      what="your social connections"
      query={query}
      className="min-h-96"
      aside={({ connections }) =>
        connections.some(({ verifier }) => verifier === 'demo') && (
          <Badge title="A local trial: no platform is asked">Demo verifier</Badge>
        )
      }
      skeleton={<SkeletonRows rows={3} className="h-28" />}
    >
      {({ connections }) => (
        <>
          <ul className="grid px-5 pb-2">
            {connections.map((connection) => (
              <ConnectionRow key={connection.platform} connection={connection} />
            ))}
          </ul>
          {connections.some(({ verifier }) => verifier === 'demo') && (
            <p className="mt-auto border-t border-line px-5 py-3 text-[13px] text-muted">
              The demo verifier takes every handle at its word. It exists only on a local trial; anywhere else
              the platform itself has to confirm the account.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
