import { formatEvo } from '../../contracts/money.ts';
import { RAFFLE_GRADES, type RaffleGrade } from '../../contracts/raffle-grades.ts';
import { gradeTrust } from '../../contracts/raffle-limits.ts';
import { type Audited, type AuditOptions, auditLedger } from '../../ledger/audit/audit-ledger.ts';
import { readKnownRoot } from '../../ledger/audit/known-root.ts';
import type { ActUnderWay } from '../../ledger/audit/rules/mass-acts.ts';
import type { Noteworthy } from '../../ledger/audit/rules/noteworthy.ts';
import type { LeftMergers } from '../../ledger/audit/rules/owners.ts';
import type { RafflesFigures } from '../../ledger/audit/rules/raffles.ts';
import { openLedger } from '../../ledger/audit/sources/open.ts';
import { CannotRead } from '../../ledger/audit/sources/source.ts';
import type { ExportEnd } from '../../ledger/proof/audit/exported-event.ts';
import { Unsound } from '../../ledger/proof/audit/fault.ts';
import { momentText } from '../../ledger/proof/moment-text.ts';
import { showProgress } from './progress.ts';
import { openReadModelAudit, type ReadModelAudit } from './read-model-audit.ts';
import { type Figures, partInWords, type Verdict } from './verdict.ts';

/** As the command line gives them. */
export type AuditSettings = {
  readonly checkpoint: readonly string[];
  readonly key?: string | undefined;
  readonly origin?: string | undefined;
  readonly superAdmin?: string | undefined;
  readonly formerSuperAdmins?: readonly string[];
  readonly since?: string | undefined;
  readonly moved: boolean;
  readonly against?: string | undefined;
  /** Where `against` may make a database for itself. */
  readonly foldIn?: string | undefined;
};

/** @throws CannotRead */
export async function auditOptions(settings: AuditSettings): Promise<AuditOptions> {
  const { checkpoint, key, origin, superAdmin, formerSuperAdmins, since, moved } = settings;
  const judged = since === undefined ? undefined : await readKnownRoot(since);
  const known = await Promise.all(checkpoint.map(readKnownRoot));
  return {
    knownRoots: judged ? [...known, judged] : known,
    verifierKey: key,
    origin,
    superAdmin,
    formerSuperAdmins,
    isMoved: moved,
    ...(judged && { judgedTo: judged.size }),
  };
}

/**
 * Audits a ledger and says what it comes to.
 * @throws CannotRead where nothing can be said
 */
export async function verify(ledger: string, settings: AuditSettings): Promise<Verdict> {
  const options = await auditOptions(settings);
  const source = await openLedger(ledger);
  let readModels: ReadModelAudit | undefined;
  const began = performance.now();
  try {
    if (settings.against !== undefined)
      readModels = await openReadModelAudit(settings.against, settings.foldIn);
    const progress = showProgress(source, await source.size());
    try {
      const audited = await auditLedger(source, {
        ...options,
        onProgress: progress.show,
        ...(readModels && { onEvents: readModels.fold }),
      });
      progress.end();
      if (audited.proof.events === 0)
        throw new CannotRead(`${source.name} holds no event: there is nothing to verify.`);
      const seconds = (performance.now() - began) / 1000;
      return {
        verdict: 'sound',
        ledger: source.name,
        seconds,
        figures: figuresOf(audited),
        ...(readModels && { readModels: await readModels.compare() }),
        assumed: assumptionsOf(audited, options, { end: source.end(), askedFor: source.askedFor?.() }),
      };
    } catch (error) {
      progress.end();
      if (!(error instanceof Unsound)) throw error;
      return { verdict: 'unsound', ledger: source.name, fault: error.fault };
    }
  } finally {
    await readModels?.close();
    await source.close();
  }
}

function figuresOf({ proof, rules }: Audited): Figures {
  const { sums } = rules.money;
  const { events, streams, seals, sealed, tree, keys, checkpoint } = proof;
  return {
    events,
    streams,
    accounts: rules.accounts.size,
    issued: formatEvo(-sums.issued),
    claimed: formatEvo(sums.claimed),
    claimable: formatEvo(sums.claimable),
    takenBack: formatEvo(sums.cleared + sums.revoked + sums.reset),
    raffles: rules.raffles.figures().drawn,
    prizes: rules.raffles.figures().prizes,
    superAdmin: rules.rights.superAdmin() ?? null,
    seals,
    sealed,
    size: tree.size,
    root: tree.root,
    keys: keys.map(({ verifierKey }) => verifierKey),
    checkpoint,
  };
}

/** That a draw computes again says nothing of who may have known its winners before. */
function trustInDraws(grades: ReadonlyMap<RaffleGrade, number>): string[] {
  return RAFFLE_GRADES.flatMap((grade) => {
    const count = grades.get(grade) ?? 0;
    if (count === 0) return [];
    const [first = '', ...rest] = gradeTrust[grade];
    return [`Of ${count} ${count === 1 ? 'raffle' : 'raffles'}: ${first.toLowerCase()}${rest.join('')}`];
  });
}

/** Who was to draw a raffle, or to pay its winners, may have left it at that. */
function openRaffles({ undrawn, unpaid }: RafflesFigures): string[] {
  const [prize] = unpaid;
  const many = unpaid.length === 1 ? '1 prize' : `${unpaid.length} prizes`;
  return [
    ...undrawn.map(
      (number) => `That raffle ${number} goes on: it was begun, and is neither drawn nor given up.`,
    ),
    ...(prize
      ? [
          `That ${many} of drawn raffles will be paid, the first one place ${prize.place} of raffle ${prize.number}: neither paid nor forgone so far.`,
        ]
      : []),
  ];
}

/** Who carries it out could have left it at those whom it was meant for: that none is left out is seen once it is over. */
function openActs(underWay: readonly ActUnderWay[]): string[] {
  return underWay.map(
    ({ kind, touched, asked }) =>
      `That the ${OF_EVERYBODY[kind]} goes on to all: it has come to ${touched === 1 ? '1 account' : `${touched} accounts`} and is not over so far, by ${asked}.`,
  );
}

const OF_EVERYBODY: Readonly<Record<ActUnderWay['kind'], string>> = {
  Clear: 'clear of all balances',
  Reset: 'reset of everybody',
  Restore: 'restoring of what a reset took',
};

/** Who writes the ledger could be rid of an account so, without an admin's word and a reason. */
function leftMergers(left: LeftMergers | undefined): string | false {
  if (!left) return false;
  const accounts = left.count === 1 ? '1 account was' : `${left.count} accounts were`;
  return `That ${accounts} removed because somebody else had proved to read the mailbox, and was cut off then: no other account has it since, the first is ${left.first}.`;
}

/** A round that was public gives winners that can be chosen: by who freezes the entries when they like what they give. */
function lateRounds({ late }: RafflesFigures): string[] {
  const [first] = late;
  if (!first) return [];
  const { number, round, due, told } = first;
  const of = late.length === 1 ? 'raffle' : `${late.length} raffles, the first one raffle`;
  const at = momentText(due);
  return [
    `That nobody knew the round when the entries were frozen, of ${of} ${number}: round ${round} was published at ${at}, and what stands before them tells a later time, as where a clock was wrong: ${told}.`,
  ];
}

/** An admin who names a greater one than was set sends alone what needed a second one. */
function limitsOfDays({ rewardsByHand }: Audited['rules']): string[] {
  const { count, sum } = rewardsByHand.unlimited();
  const before =
    count === 0
      ? []
      : [
          `That ${count === 1 ? '1 reward' : `${count} rewards`} by hand, of ${formatEvo(sum)} EVO together, kept to what admins might send: ${count === 1 ? 'it stands' : 'they stand'} before any limit was named.`,
        ];
  const limits = rewardsByHand.limits();
  if (!limits) return before;
  const [least, most] = [formatEvo(limits.least), formatEvo(limits.most)];
  const named = least === most ? `${least} EVO` : `${least} to ${most} EVO`;
  return [
    ...before,
    `That ${named} was the limit of rewards by hand a day, which is a setting (MAX_REWARDS_A_DAY).`,
  ];
}

/** The account may have been removed since, or an admin have dismissed it: neither is an event of the request. */
function approvedRewards({ rewardsByHand }: Audited['rules']): string[] {
  const due = rewardsByHand.ungranted();
  if (!due) return [];
  const [rewards, are] = due.count === 1 ? ['1 reward', 'is'] : [`${due.count} rewards`, 'are'];
  return [
    `That ${rewards} by hand, of ${formatEvo(due.sum)} EVO together, ${are} for a good reason approved and not granted so far, as where an account was removed: the first is ${due.first}.`,
  ];
}

/** What no rule can forbid, and could be made up. */
function unlikelyActs({ outOfTime, outOfForm, latest }: Noteworthy): string[] {
  const ahead = (latest ?? 0) - Date.now();
  return [
    outOfTime &&
      `That ${manyOf(outOfTime, 'was', 'were')} done at the times that they tell, up to ${hours(outOfTime.furthest)} earlier than what people had done before them, as where a clock was wrong: the first is ${outOfTime.first}.`,
    ahead > DAY_MS &&
      `That a clock was wrong: people have done something at ${new Date(latest ?? 0).toISOString()}, which is still to come.`,
    outOfForm &&
      `That an earlier release ran beside a newer one: ${manyOf(outOfForm, 'has', 'have')} a form of before and ${outOfForm.count === 1 ? 'is' : 'are'} held to fewer rules, the first is ${outOfForm.first}.`,
  ].filter((text) => typeof text === 'string');
}

const manyOf = ({ count }: { readonly count: number }, one: string, more: string) =>
  count === 1 ? `1 event ${one}` : `${count} events ${more}`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hours = (ms: number): string => {
  const whole = Math.floor(ms / HOUR_MS);
  return whole < 48 ? `${whole} h` : `${Math.floor(ms / DAY_MS)} days`;
};

/** What the verdict rests on that the ledger cannot show by itself. */
function assumptionsOf(
  { proof, rules }: Audited,
  options: AuditOptions,
  { end, askedFor }: { readonly end: ExportEnd | undefined; readonly askedFor: number | undefined },
): string[] {
  const { knownRoots = [], verifierKey, superAdmin, judgedTo, isMoved } = options;
  const unsealed = proof.tree.size - proof.sealed;
  const named = rules.rights.superAdmin();
  const raffles = rules.raffles.figures();
  return [
    askedFor !== undefined && `That the ledger has no more: ${partInWords(askedFor)}.`,
    knownRoots.length === 0 &&
      'That everybody is shown this ledger, and was before: give an earlier checkpoint or a receipt (--checkpoint).',
    end?.checkpoint === null &&
      proof.seals > 0 &&
      'That nothing was taken from the last line of the export: it has no checkpoint, and the program writes the one of the newest seal there, with what witnesses have cosigned. Nobody has signed that line.',
    unsealed > 0 && `That the last ${unsealed} events stay: no seal holds them.`,
    verifierKey === undefined &&
      proof.keys.length > 0 &&
      'That the keys are the notary’s own: compare the first with what you know of it (--key).',
    superAdmin === undefined &&
      named !== undefined &&
      `That ${named} is the super admin, whose right is a setting (--super-admin).`,
    ...limitsOfDays(rules),
    ...unlikelyActs(rules.noteworthy.found()),
    leftMergers(rules.owners.leftMergers()),
    judgedTo !== undefined && `That the rules of the first ${judgedTo} events were judged before.`,
    isMoved === true && 'That the positions that events name were right in the store before.',
    ...trustInDraws(raffles.grades),
    ...lateRounds(raffles),
    ...openRaffles(raffles),
    ...openActs(rules.massActs.underWay()),
    ...approvedRewards(rules),
    'That all that was due was paid, to the last event: what was left out is in no event.',
    'That what people did elsewhere, on a platform or with a mailbox, was as the program noted it.',
  ].filter((text) => text !== false);
}
