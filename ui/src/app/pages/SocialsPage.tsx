import type { ReactNode } from 'react';
import { pageTitles } from '../../../../contracts/pages.ts';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { useAllPlatforms } from '../../features/socials/api/all-platforms.ts';
import { Hero } from '../../features/socials/components/Hero.tsx';
import { Platforms } from '../../features/socials/components/Platforms.tsx';
import { Playlist } from '../../features/socials/components/Playlist.tsx';
import { Podcasts } from '../../features/socials/components/Podcasts.tsx';
import { ProgramFigures } from '../../features/socials/components/ProgramFigures.tsx';
import { Reach } from '../../features/socials/components/Reach.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { SocialsSignup } from './SocialsSignup.tsx';

/** The public face: what the program is, what its ledger says, where its community is, and the way in. */
export function SocialsPage() {
  useDocumentTitle(pageTitles.socials);
  const platforms = useAllPlatforms();

  function panel(what: string, children: ReactNode) {
    return (
      <PanelBoundary what={what} of={platforms.data} refresh={platforms.refetch}>
        {children}
      </PanelBoundary>
    );
  }

  return (
    <div className="grid grid-cols-1 gap-16 sm:gap-24">
      <div className="grid grid-cols-1 gap-8 pt-2 sm:pt-6 lg:grid-cols-[7fr_5fr] lg:gap-12">
        <Hero />
        <PanelBoundary what="the figures of the program">
          <ProgramFigures />
        </PanelBoundary>
      </div>
      {panel('our accounts on the platforms', <Platforms query={platforms} />)}
      {panel('the shows', <Podcasts query={platforms} />)}
      <PanelBoundary what="the music">
        <Playlist />
      </PanelBoundary>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
        {panel('the reach of the community', <Reach query={platforms} />)}
        <PanelBoundary what="the signup">
          <SocialsSignup />
        </PanelBoundary>
      </div>
    </div>
  );
}
