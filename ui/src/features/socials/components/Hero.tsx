import { Link } from 'wouter';
import { buttonClass } from '../../../components/ui/Button.tsx';

/** What the program is, in a heading and a sentence, and the way in. It needs nothing from the server. */
export function Hero() {
  return (
    <header className="flex flex-col items-start justify-center">
      <h1 className="text-4xl leading-[1.06] font-semibold tracking-[-0.035em] text-balance sm:text-6xl">
        Rewards that anyone can check
      </h1>
      <p className="mt-5 max-w-xl text-base text-muted sm:text-lg">
        Earn EVO for what you do in the community. Every grant, claim and raffle draw is a permanent event in
        an open ledger, so nobody has to take our word for it.
      </p>
      <Link href="/evo-rewards" className={`${buttonClass({ variant: 'primary', size: 'lg' })} mt-8`}>
        Go to the rewards
      </Link>
    </header>
  );
}
