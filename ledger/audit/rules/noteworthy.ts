import { eventSchemas } from '../../../contracts/events/ledger-event.ts';
import { PROGRAM_STREAM } from '../../program/program.ts';
import { type AuditedEvent, dated, type Rule } from './rule.ts';

/** Events of one kind that a sound ledger may hold, and that somebody should look at. */
type Noted = {
  readonly count: number;
  /** The first of them, in words. */
  readonly first: string;
};

/** Acts of people that tell of a time so much earlier than an act before them had told: clocks of replicas are closer. */
const FAR_BACK_MS = 3_600_000;

export type Noteworthy = {
  /** What people did out of time, and by how much at the most, in ms; undefined where there is none. */
  readonly outOfTime: (Noted & { readonly furthest: number }) | undefined;
  /** What has the form of an earlier release, and stands behind what has the newer one: it is held to less. */
  readonly outOfForm: Noted | undefined;
  /** The latest time that any act of a person tells, in Unix ms; undefined where there is none. */
  readonly latest: number | undefined;
};

/**
 * What no rule can forbid: a clock may have been wrong, and a release of before may have run beside a newer one. Whoever
 * writes the ledger could say either of what was not so, to check in on days that are over, to send what the limits of
 * those days had left, or to be held to fewer rules. It is counted, for the verdict to say.
 */
export function noteworthy(): Rule & { readonly found: () => Noteworthy } {
  /** RFC 3339, as events have it: such texts are in the order of their times. */
  let latest = '';
  let outOfTime: Noteworthy['outOfTime'];
  let outOfForm: Noteworthy['outOfForm'];
  /** Types of which an event of the newest version was told. */
  const renewed = new Set<string>();
  let hasLeftProgram = false;

  const noteTime = (event: AuditedEvent) => {
    const { actor, occurredAt } = event.metadata;
    // What a process does it does at the time of its cause.
    if (actor.kind === 'system') return;
    if (occurredAt >= latest) {
      latest = occurredAt;
      return;
    }
    if (occurredAt.startsWith(latest.slice(0, 'yyyy-mm-ddThh'.length))) return;
    const back = Date.parse(latest) - Date.parse(occurredAt);
    if (back <= FAR_BACK_MS) return;
    const { count = 0, first = dated(event), furthest = 0 } = outOfTime ?? {};
    outOfTime = { count: count + 1, first, furthest: Math.max(furthest, back) };
  };

  const isOutOfForm = ({ type, stream, metadata }: AuditedEvent): boolean => {
    if (stream === PROGRAM_STREAM) return hasLeftProgram && type !== 'RevisionTaken';
    hasLeftProgram ||= LATER_STREAMS.some((name) => stream.startsWith(name));
    const { version } = eventSchemas[type];
    if (version === 1) return false;
    if (metadata.schemaVersion < version) return renewed.has(type);
    renewed.add(type);
    return false;
  };

  return {
    name: 'noteworthy',
    found: () => ({
      outOfTime,
      outOfForm,
      latest: latest === '' ? undefined : Date.parse(latest),
    }),
    add(event) {
      noteTime(event);
      if (!isOutOfForm(event)) return;
      outOfForm = { count: (outOfForm?.count ?? 0) + 1, first: outOfForm?.first ?? dated(event) };
    },
  };
}

/** What holds since the first version what its one stream had held. */
const LATER_STREAMS: readonly string[] = ['raffle-seeds', 'mass-acts', 'playlist', 'access-log-'];
