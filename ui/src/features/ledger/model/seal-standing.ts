import type { Seals, Witness } from '../api/ledger-queries.ts';

/** How the ledger stands with its notary and witnesses, in words. What it says is the server's word, not a proof. */
export type SealStanding = {
  readonly tone: 'success' | 'info' | 'danger';
  readonly title: string;
  readonly notes: readonly string[];
};

/** The worst comes first: a notary that has stopped or a witness that refuses outshouts every good news. */
export function standingOf(seals: Seals): SealStanding {
  const alarms = [...notaryAlarms(seals), ...seals.witnesses.flatMap(refusal)];
  if (alarms.length > 0) {
    const [title = '', ...notes] = alarms;
    return { tone: 'danger', title, notes: [...notes, WHAT_AN_ALARM_MEANS] };
  }
  const { events } = seals;
  const newest = seals.seals[0];
  if (!newest) {
    return events === 0
      ? { tone: 'info', title: 'The ledger is empty', notes: ['Its first event will be its number 0.'] }
      : {
          tone: 'info',
          title: 'Nothing is sealed yet',
          notes: [`${waiting(events)} for the first seal.`],
        };
  }
  const open = Math.max(0, events - newest.size);
  return {
    tone: 'success',
    title:
      open === 0
        ? `All ${eventsText(newest.size)} are sealed`
        : `Sealed: the first ${count(newest.size)} of ${eventsText(events)}`,
    notes: [
      ...(open > 0 ? [`${waiting(open)} for the next seal.`] : []),
      witnessText(seals.witnesses, newest.size),
    ],
  };
}

const WHAT_AN_ALARM_MEANS =
  'Do not rely on what was recorded since: keep the receipts and checkpoints that you have, and ask the program.';

function notaryAlarms({ notary }: Seals): string[] {
  if (notary.state !== 'halted') return [];
  return [`The notary has stopped: ${notary.reason ?? 'it gives no reason'}`];
}

function refusal({ name, state, detail }: Witness): string[] {
  if (state !== 'refuses') return [];
  return [`The witness ${name} refuses to sign: ${detail ?? 'it gives no reason'}`];
}

/** Who has cosigned the newest seal. */
function witnessText(witnesses: readonly Witness[], size: number): string {
  if (witnesses.length === 0) return 'No witness watches this ledger yet.';
  const names = witnesses.filter((one) => one.size === size).map(({ name }) => name);
  if (names.length === 0) return 'The newest seal waits for its witnesses.';
  return `The newest seal was cosigned by ${listed(names)}.`;
}

/** What a witness is doing, in words that fit after its name. */
export const witnessStates: Readonly<Record<Witness['state'], string>> = {
  unasked: 'Not asked yet',
  agrees: 'Agrees',
  behind: 'Behind',
  silent: 'Gives no answer',
  refuses: 'Refuses to sign',
};

export const count = (n: number): string => n.toLocaleString('en');

const waiting = (n: number): string => `${eventsText(n)} ${n === 1 ? 'waits' : 'wait'}`;

export const eventsText = (n: number): string => `${count(n)} ${n === 1 ? 'event' : 'events'}`;

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
