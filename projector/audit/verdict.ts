import { visibleLine } from '../../contracts/visible-text.ts';
import { type AuditFault, faultInWords } from '../../ledger/proof/audit/fault.ts';
import type { TableDifference } from './row-difference.ts';

/** Amounts are EVO in normal form. */
export type Figures = {
  readonly events: number;
  readonly streams: number;
  readonly accounts: number;
  readonly issued: string;
  readonly claimed: string;
  readonly claimable: string;
  /** By clears, undone grants and resets. */
  readonly takenBack: string;
  readonly raffles: number;
  readonly prizes: number;
  readonly superAdmin: string | null;
  readonly seals: number;
  /** Events that a signed root holds. */
  readonly sealed: number;
  /** Of the tree over all events but the seals. */
  readonly size: number;
  readonly root: string;
  readonly keys: readonly string[];
  readonly checkpoint: string | null;
};

export type Verdict =
  | {
      readonly verdict: 'sound';
      readonly ledger: string;
      readonly seconds: number;
      readonly figures: Figures;
      readonly readModels?: {
        readonly tables: number;
        readonly at: string | null;
        readonly differences: readonly TableDifference[];
      };
      /** What the verdict rests on that the ledger cannot show by itself. */
      readonly assumed: readonly string[];
    }
  | { readonly verdict: 'unsound'; readonly ledger: string; readonly fault: AuditFault };

/** @param askedFor of an export that says so itself: it is no verdict on what stands behind */
export const partInWords = (askedFor: number): string =>
  `the export was asked for its first ${askedFor} events alone`;

export function verdictInWords(verdict: Verdict): string {
  if (verdict.verdict === 'unsound') return `${verdict.ledger} is NOT SOUND.\n${faultInWords(verdict.fault)}`;
  const { ledger, figures, seconds, readModels, assumed } = verdict;
  const { events, streams, accounts, seals, sealed, size, root } = figures;
  return [
    `${ledger} is sound.`,
    `  ${events} events in ${streams} streams, ${accounts} accounts, in ${seconds.toFixed(1)} s`,
    `  ${figures.issued} EVO issued: ${figures.claimed} claimed, ${figures.claimable} to be claimed, ${figures.takenBack} taken back`,
    `  ${figures.raffles} raffles drawn, ${figures.prizes} prizes paid; all compute again`,
    `  ${seals} seals hold ${sealed} of ${size} events; the root over all is ${root}`,
    ...figures.keys.map((key) => `  notary key ${key}`),
    ...(readModels ? readModelsInWords(readModels) : []),
    'What this rests on:',
    ...assumed.map((text) => `  ${text}`),
  ].join('\n');
}

type ReadModels = NonNullable<Extract<Verdict, { verdict: 'sound' }>['readModels']>;

function readModelsInWords({ tables, at, differences }: ReadModels): string[] {
  if (differences.length === 0)
    return [`  ${tables} tables of the read models hold, row for row, what the ledger gives at ${at}`];
  return [
    `  The read models DIFFER from the ledger at ${at} in ${differences.length} of ${tables} tables:`,
    ...differences.flatMap(({ table, rows, expectedRows, missing, surplus }) => [
      `    ${table}: ${rows} rows, the ledger gives ${expectedRows}`,
      ...missing.map((row) => `      missing ${visibleLine(row)}`),
      ...surplus.map((row) => `      surplus ${visibleLine(row)}`),
    ]),
  ];
}
