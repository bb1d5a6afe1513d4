import { type ReactNode, useEffect, useRef } from 'react';
import { visibleLine } from '../../../../../contracts/visible-text.ts';
import type { AuditFault } from '../../../../../ledger/proof/audit/fault.ts';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { count, eventsText, listed } from '../model/seal-standing.ts';
import type { SoundExport } from '../model/verify-export/protocol.ts';
import type { Verdict } from '../model/verify-export/verify-lines.ts';
import { Code } from './Code.tsx';
import { Fact } from './Fact.tsx';

type ExportVerdictProps = {
  readonly what: string;
  readonly verdict: Verdict;
  /** Milliseconds. */
  readonly elapsed: number;
};

/** What the check of an export came to. It takes the focus that the Cancel button had. */
export function ExportVerdict({ what, verdict, elapsed }: ExportVerdictProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3">
      {verdict.kind === 'sound' ? (
        <Sound what={what} sound={verdict.sound} elapsed={elapsed} />
      ) : verdict.kind === 'unsound' ? (
        <Fault what={what} fault={verdict.fault} />
      ) : (
        <Box look="info" icon="info" title="Nothing can be said of this ledger">
          {verdict.why}
        </Box>
      )}
    </div>
  );
}

const boxes = {
  success: 'border-success/30 bg-success/10 text-success',
  info: 'border-info/30 bg-info/10 text-info',
  danger: 'border-danger/60 bg-danger/15 text-danger',
} as const;

type BoxProps = {
  readonly look: keyof typeof boxes;
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
};

function Box({ look, icon, title, children }: BoxProps) {
  return (
    <div role="status" className={cx('flex items-start gap-3 rounded-control border px-4 py-3', boxes[look])}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-note text-text [overflow-wrap:anywhere]">{children}</p>
      </div>
    </div>
  );
}

/** Of less than this most was starting. */
const RATE_FROM_S = 1;

type SoundProps = { readonly what: string; readonly sound: SoundExport; readonly elapsed: number };

function Sound({ what, sound, elapsed }: SoundProps) {
  const { events, streams, seals, sealed, size, root, keys, witnesses, isMoved } = sound;
  const { remembered, endsBefore, askedFor, lacksCheckpoint } = sound;
  const seconds = elapsed / 1_000;
  return (
    <>
      <Box look="success" icon="shield" title="This ledger holds">
        Your browser computed all of it again: {what}.
      </Box>
      <dl>
        <Fact name="Events">
          <Figure value={events} /> in <Figure value={streams} /> streams
        </Fact>
        <Fact name="Seals">
          <Figure value={seals} />, by {keys === 1 ? 'one key' : `${count(keys)} keys`} of the notary
        </Fact>
        <Fact name="Sealed">
          <Figure value={sealed} /> of <Figure value={size} />
        </Fact>
        {remembered !== undefined && (
          <Fact name="Seen by this browser before">
            the first <Figure value={remembered} />, unchanged
          </Fact>
        )}
        {endsBefore !== undefined && (
          <Fact name="Seen by this browser before">
            the first <Figure value={endsBefore} />, where this export ends before: it was made earlier, or
            its end is missing
          </Fact>
        )}
        <Fact name="Cosigned by">
          {witnesses.length > 0 ? listed(witnesses) : 'no witness that is known here'}
        </Fact>
        <Fact name="Root of the tree">
          <Code text={root} what="the root" />
        </Fact>
        <Fact name="Time">
          <span className="font-mono">{seconds.toFixed(1)}</span> s
          {seconds >= RATE_FROM_S && (
            <>
              , <Figure value={Math.round(events / seconds)} /> events a second
            </>
          )}
        </Fact>
      </dl>
      <p className="text-note text-muted">
        {sealed < size &&
          `What stands behind the newest seal (${eventsText(size - sealed)}) is chained, and no signature holds it yet. `}
        {askedFor !== undefined &&
          `The ledger may have more: this export was asked for its first ${eventsText(askedFor)} alone. `}
        {lacksCheckpoint &&
          'Its last line has no checkpoint, where the program writes that of the newest seal with what witnesses have cosigned: it was left out, or taken away. '}
        {isMoved &&
          'Its seals name other positions than its events have: it was put into another store since, as a backup is that was restored. No hash and no signature covers positions. '}
        This does not check that each event followed the program's rules, nor that everybody is shown this
        same ledger. The first is the work of <code className="font-mono">npm run audit -- verify</code>, the
        second that of witnesses.
      </p>
    </>
  );
}

const Figure = ({ value }: { value: number }) => <span className="font-mono">{count(value)}</span>;

function Fault({ what, fault }: { what: string; fault: AuditFault }) {
  const { rule, at, among, expected, found, follows } = fault;
  return (
    <>
      <Box look="danger" icon="alert" title="This ledger does not hold">
        {what} breaks the rule “{rule}”{at ? ` at event ${count(at.number)}` : ''}. What stands behind it was
        not looked at.
      </Box>
      <dl>
        {at && (
          <>
            <Fact name="Event">
              <span className="font-mono text-note break-all">
                {visibleLine(`${at.type} · ${at.stream}`)}:{at.revision}
              </span>
            </Fact>
            <Fact name="Position">
              <Code text={at.position} what="the position" />
            </Fact>
            <Fact name="Id">
              <Code text={at.id} what="the event's id" />
            </Fact>
          </>
        )}
        <Fact name="Expected">
          <span className="[overflow-wrap:anywhere]">{visibleLine(expected)}</span>
        </Fact>
        <Fact name="Found">
          <span className="[overflow-wrap:anywhere]">{visibleLine(found)}</span>
        </Fact>
        <Fact name="Altered, added or taken out">
          {among.from === among.to
            ? `event ${count(among.from)}`
            : `among the events ${count(among.from)} to ${count(among.to)}`}
        </Fact>
      </dl>
      <p className="text-sm">{follows}</p>
    </>
  );
}
