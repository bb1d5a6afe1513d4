import { visibleLine } from '../../../contracts/visible-text.ts';

/** Where an event stands, for people and programs. */
export type Place = {
  /** Among all events that were given, from 0. */
  readonly number: number;
  /** Among the events that a tree holds, from 0; null for one of the stream `seals`. */
  readonly index: number | null;
  /** `C:<commit>/P:<prepare>`. */
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
};

/** The first thing that is wrong with a ledger. */
export type AuditFault = {
  /** The rule that is broken, as docs/audit.md lists them. */
  readonly rule: string;
  /** The event at which it shows; null where none can be named. */
  readonly at: Place | null;
  /** The numbers of the events, both ends included, of which one or more were altered, added or taken out. */
  readonly among: { readonly from: number; readonly to: number };
  readonly expected: string;
  readonly found: string;
  /** What it means for who relies on the ledger. */
  readonly follows: string;
};

/** The ledger breaks a rule; what comes behind the fault was not looked at. */
export class Unsound extends Error {
  readonly fault: AuditFault;
  constructor(fault: AuditFault) {
    super(faultInWords(fault));
    this.name = 'Unsound';
    this.fault = fault;
  }
}

/** One sentence a line. Whoever made the ledger may have put anything into what is found in it. */
export function faultInWords({ rule, at, among, expected, found, follows }: AuditFault): string {
  const where = at
    ? `event ${at.number} (${at.type} at ${at.stream}:${at.revision}, position ${at.position}, id ${at.id})`
    : 'no single event';
  const range = among.from === among.to ? `event ${among.from}` : `events ${among.from} to ${among.to}`;
  return [
    `Rule ${rule} is broken; it shows at ${where}.`,
    `Expected: ${expected}`,
    `Found: ${found}`,
    `What was altered, added or taken out is among ${range}.`,
    `What follows: ${follows}`,
  ]
    .map(visibleLine)
    .join('\n');
}
