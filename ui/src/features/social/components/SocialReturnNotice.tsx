import { useSearchParams } from 'wouter';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useIsTakenOver } from '../../../lib/use-is-taken-over.ts';

const SocialReturnToast = lazyPart(
  () => import('./SocialReturnToast.tsx'),
  ({ SocialReturnToast }) => SocialReturnToast,
);

/** Of the way to a platform, for who comes back from one. */
export function SocialReturnNotice() {
  const [query] = useSearchParams();
  // The server sends the page without it, whatever the address asks.
  const isTakenOver = useIsTakenOver();
  return isTakenOver && query.has('social') ? (
    <PanelBoundary what="how the way to the platform ended" isOptional>
      <SocialReturnToast />
    </PanelBoundary>
  ) : null;
}
