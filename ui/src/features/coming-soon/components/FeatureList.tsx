import { Card } from '../../../components/ui/Card.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';

export function FeatureList() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {features.map(({ icon, title, text }) => (
        <li key={title}>
          <Card className="flex h-full gap-4 p-5">
            <Icon name={icon} className="text-accent" />
            <div>
              <h3 className="text-sm font-semibold">{title}</h3>
              <p className="mt-1 text-note text-muted">{text}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

type Feature = { readonly icon: IconName; readonly title: string; readonly text: string };

const features: readonly Feature[] = [
  {
    icon: 'bolt',
    title: 'Social tasks',
    text: 'Follow, like and share on X, Instagram and YouTube for EVO.',
  },
  {
    icon: 'gift',
    title: 'Weekly airdrop',
    text: 'What you have earned is paid out in a weekly rewards airdrop.',
  },
  { icon: 'users', title: 'Referrals', text: 'Bring friends and keep earning from what they earn.' },
  { icon: 'trophy', title: 'Leaderboard', text: 'Levels and ranks, computed from an open ledger of events.' },
];
