import { pageTitles } from '../../../../contracts/pages.ts';
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
  return (
    <div className="grid grid-cols-1 gap-16 sm:gap-24">
      <div className="grid grid-cols-1 gap-8 pt-2 sm:pt-6 lg:grid-cols-[7fr_5fr] lg:gap-12">
        <Hero />
        <ProgramFigures />
      </div>
      <Platforms query={platforms} />
      <Podcasts query={platforms} />
      <Playlist />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
        <Reach query={platforms} />
        <SocialsSignup />
      </div>
    </div>
  );
}
