import { StreamNumbers } from '../proof/audit/stream-numbers.ts';
import { accountDecisions } from './rules/account-decisions.ts';
import { Accounts } from './rules/accounts.ts';
import { causes } from './rules/causes.ts';
import { commands } from './rules/commands.ts';
import { earned } from './rules/earned.ts';
import { forms } from './rules/forms.ts';
import { massActs } from './rules/mass-acts.ts';
import { money } from './rules/money.ts';
import { noteworthy } from './rules/noteworthy.ts';
import { owners } from './rules/owners.ts';
import { playlist } from './rules/playlist.ts';
import { raffles } from './rules/raffles.ts';
import { rewardsByHand } from './rules/rewards-by-hand.ts';
import { rights } from './rules/rights.ts';
import type { AuditedEvent, Rule } from './rules/rule.ts';
import { streams } from './rules/streams.ts';
import { tariff } from './rules/tariff.ts';
import { ShownByItself, Violation } from './rules/violation.ts';

export type RulesOptions = {
  /** Whose right is a setting; taken from the ledger's own first word unless given. */
  readonly superAdmin?: string | undefined;
  /** Who had that right before. */
  readonly formerSuperAdmins?: readonly string[] | undefined;
  /** Whether the ledger was imported: what its events say of positions is of the store before. */
  readonly isMoved?: boolean;
  /** Of whoever numbers the streams already; own ones unless given. */
  readonly streams?: StreamNumbers;
  /** As of an audit. */
  readonly atHand?: number | undefined;
};

/** A rule that an event breaks, in words. */
export type BrokenRule = {
  readonly rule: string;
  readonly reason: string;
  /** Whether the event shows it by itself; what else is wrong may lie with one that is missing before it. */
  readonly isByItself: boolean;
};

/** Every rule of the program over a whole ledger, event by event; nothing of the past is kept but what rules need. */
export class LedgerRules {
  readonly accounts: Accounts;
  readonly money = money();
  readonly raffles;
  readonly rights;
  readonly rewardsByHand;
  readonly owners;
  readonly massActs;
  readonly noteworthy = noteworthy();
  /** Asked first: what has no place in its stream is nothing that the others could read. */
  readonly #places = streams();
  readonly #rules: readonly Rule[];
  readonly #streams: StreamNumbers;

  constructor(options: RulesOptions = {}) {
    const {
      superAdmin,
      formerSuperAdmins,
      isMoved = false,
      streams: numbers = new StreamNumbers(),
      atHand,
    } = options;
    const accounts = new Accounts(numbers, atHand);
    this.accounts = accounts;
    this.#streams = numbers;
    const hasOwnPositions = !isMoved;
    const named = causes(hasOwnPositions);
    this.rights = rights(superAdmin, formerSuperAdmins);
    this.raffles = raffles(
      accounts,
      numbers,
      this.rights.wasAdmin,
      hasOwnPositions ? named.stands : undefined,
    );
    this.rewardsByHand = rewardsByHand(this.rights.hands);
    this.owners = owners(numbers, accounts);
    this.massActs = massActs(accounts, hasOwnPositions);
    this.#rules = [
      forms(),
      commands(),
      named,
      accountDecisions(accounts),
      this.money,
      tariff(accounts, atHand),
      earned(accounts, hasOwnPositions, atHand),
      this.rewardsByHand,
      this.owners,
      this.massActs,
      this.rights,
      this.raffles,
      playlist(),
      this.noteworthy,
    ];
  }

  /**
   * The first rule that the event breaks; undefined when it keeps them all.
   * @param stream the number of its stream
   */
  add(event: AuditedEvent, stream = this.#streams.of(event.stream)): BrokenRule | undefined {
    let asked = this.#places.name;
    try {
      this.#places.add(event, undefined, stream);
      const change = this.accounts.fold(event, stream);
      for (const rule of this.#rules) {
        asked = rule.name;
        rule.add(event, change, stream);
      }
      return undefined;
    } catch (error) {
      return brokenRule(asked, error);
    }
  }

  /** With one more event that nobody judges: each rule takes it for what it is, as far as it can. */
  follow(event: AuditedEvent, stream = this.#streams.of(event.stream)): void {
    if (brokenBy(this.#places, () => this.#places.add(event, undefined, stream))) {
      for (const rule of this.#rules)
        if (OF_ANY_STREAM.includes(rule.name)) brokenBy(rule, () => rule.add(event, undefined, stream));
      return;
    }
    const change = this.accounts.fold(event, stream);
    for (const rule of this.#rules) brokenBy(rule, () => rule.add(event, change, stream));
  }

  /** Whether the event is what it says by itself, whatever stands before it. */
  contentFault(event: AuditedEvent): BrokenRule | undefined {
    const stream = this.#streams.of(event.stream);
    return this.#firstBroken((rule) => rule.name === 'commands' && rule.add(event, undefined, stream));
  }

  /** Once all events were told. */
  end(): BrokenRule | undefined {
    return this.#firstBroken((rule) => rule.end?.());
  }

  #firstBroken(ask: (rule: Rule) => unknown): BrokenRule | undefined {
    for (const rule of this.#rules) {
      const broken = brokenBy(rule, () => ask(rule));
      if (broken) return broken;
    }
    return undefined;
  }
}

/** What they keep of an event has nothing to do with what it is. */
const OF_ANY_STREAM: readonly string[] = ['commands', 'causes'];

function brokenBy({ name }: Rule, ask: () => unknown): BrokenRule | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    return brokenRule(name, error);
  }
}

function brokenRule(rule: string, error: unknown): BrokenRule {
  if (!(error instanceof Violation)) throw error;
  // What has no place in its stream has none whatever else stands there.
  const isByItself = rule === 'streams' || error instanceof ShownByItself;
  return { rule, reason: error.message, isByItself };
}
