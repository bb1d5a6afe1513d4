import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { type EventAnswer, eventQuery } from '../api/ledger-queries.ts';
import { readableJson } from '../model/readable-json.ts';
import { count } from '../model/seal-standing.ts';
import { Code } from './Code.tsx';
import { EventProof } from './EventProof.tsx';
import { Fact } from './Fact.tsx';
import { LogTable } from './LogTable.tsx';

type EventInspectorProps = { readonly eventId: string; readonly onClose: () => void };

/** One event with everything about it: what it says, what proves it, what it follows from and what followed. */
export function EventInspector({ eventId, onClose }: EventInspectorProps) {
  const query = useQuery(eventQuery(eventId));
  const { data, error, isFetching } = query;
  return (
    <Dialog
      open
      wide
      hasAddress
      onClose={onClose}
      title={data?.line.description ?? 'An event of the ledger'}
      description={data ? `${data.line.type}, ${numberText(data.line)}` : 'What it says, and what proves it.'}
    >
      {data ? (
        <Event answer={data} />
      ) : error && !isFetching ? (
        <ErrorState what="this event" detail={errorText(error)} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <span role="status" className="sr-only">
            Loading the event
          </span>
          <SkeletonRows rows={8} className="h-14" />
        </>
      )}
    </Dialog>
  );
}

const numberText = ({ index, stream, revision }: LogLine): string =>
  index === null ? `event ${count(revision)} of the stream ${stream}` : `event ${count(index)} of the ledger`;

function Event({ answer }: { answer: EventAnswer }) {
  const { line, data, metadata, previous, next, causedBy, caused } = answer;
  return (
    <div className="grid grid-cols-1 gap-6">
      {/* As high from the beginning as what the check says: what the event is does not jump. */}
      <div className="min-h-60 sm:min-h-44">
        <PanelBoundary what="the proof of this event" of={answer}>
          <EventProof answer={answer} />
        </PanelBoundary>
      </div>
      <section aria-labelledby="event-facts">
        <Heading id="event-facts" text="What it is" />
        <dl>
          <Fact name="Recorded">
            <time dateTime={line.occurredAt} title={line.occurredAt}>
              {new Date(line.occurredAt).toLocaleString()}
            </time>
          </Fact>
          <Fact name="Stream">
            <Code text={line.stream} what="the stream" />
          </Fact>
          <Fact name="Place in its stream">
            <span className="font-mono text-note">{count(line.revision)}</span>
          </Fact>
          <Fact name="Position in the ledger">
            <Code text={line.ledgerPosition} what="the position" />
          </Fact>
          <Fact name="Id">
            <Code text={line.eventId} what="the event's id" />
          </Fact>
          <Fact name="Hash">
            <Code text={line.hash} what="the event's hash" />
          </Fact>
        </dl>
      </section>
      <Json title="Data" value={data} />
      <Json title="Metadata" value={metadata} />
      <Lines title="Before it in its stream" lines={previous ? [previous] : []} none="It is the first one." />
      <Lines title="After it in its stream" lines={next ? [next] : []} none="Nothing yet." />
      <Lines
        title="What caused it"
        lines={causedBy ? [causedBy] : []}
        none="A person or an admin: no other event."
      />
      <Lines title="What it caused" lines={caused} none="No other event." />
    </div>
  );
}

const Heading = ({ id, text }: { id: string; text: string }) => (
  <h3 id={id} className="text-lead font-semibold tracking-[-0.01em]">
    {text}
  </h3>
);

function Json({ title, value }: { title: string; value: unknown }) {
  const text = readableJson(value);
  const id = `event-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center justify-between pb-1.5">
        <Heading id={id} text={title} />
        <CopyButton text={text} label={`Copy the ${title.toLowerCase()}`} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-control border border-line bg-bg p-3 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </section>
  );
}

type LinesProps = { readonly title: string; readonly lines: readonly LogLine[]; readonly none: string };

function Lines({ title, lines, none }: LinesProps) {
  const id = `event-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} text={title} />
      {lines.length === 0 ? (
        <p className="pt-1 text-note text-muted">{none}</p>
      ) : (
        <div className="-mx-2 pt-2">
          <LogTable caption={title} lines={lines} />
        </div>
      )}
    </section>
  );
}
