import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import type { Seals } from '../api/ledger-queries.ts';
import { Code } from './Code.tsx';

/** How anybody watches the ledger from a machine of their own. */
export function RunWitness({ notary }: { notary: Seals['notary'] | undefined }) {
  const key = notary?.verifierKey ?? '<key of the notary>';
  return (
    <Card aria-labelledby="witness-title" className="min-w-0">
      <CardHeader id="witness-title" title="Be a witness" />
      <div className="grid max-w-3xl gap-3 px-5 pb-5 text-sm text-muted">
        <p>
          A witness remembers the newest seal that it saw and signs the next one only when nothing under the
          old one has changed. It needs no account and no permission, and the more of them there are the less
          anybody has to believe anyone. With the program's source on your machine:
        </p>
        <Code
          text={`npm run witness -- --log ${key} --name witness.example/w1 --follow ${siteOrigin()}/api/ledger`}
          what="the command"
        />
        <p>
          The name is yours to choose, a URL without its scheme. It speaks the open protocols of transparency
          logs (C2SP tlog-checkpoint, tlog-cosignature and tlog-tiles), so other tools for them can watch this
          ledger, too.
        </p>
      </div>
    </Card>
  );
}

const siteOrigin = (): string => location.origin;
