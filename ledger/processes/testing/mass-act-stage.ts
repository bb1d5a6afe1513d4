import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO } from '../../../contracts/money.ts';
import { account } from '../../accounts/account.ts';
import type { AccountCommand } from '../../accounts/commands.ts';
import { openAccount } from '../../accounts/open-account.ts';
import type { StoredEvent } from '../../envelope.ts';
import { createCommandHandler } from '../../handle-command.ts';
import { MASS_ACTS_STREAM } from '../../mass-acts/mass-acts.ts';
import { requestMassAct } from '../../mass-acts/request-mass-act.ts';
import { patientHandler } from '../../testing/patient-handler.ts';
import { newWallet, type TestLedgerNode, testContext } from '../../testing/start-ledger.ts';
import { type MassActPorts, type MassActProgress, massActProcess } from '../mass-acts.ts';

type Kind = Parameters<typeof requestMassAct>[1]['act'];

export const id = () => crypto.randomUUID();
export const admin = () => testContext({ actor: { kind: 'admin', wallet: newWallet() } });

/** What tests of acts on all accounts do, on a ledger that is there once they run. */
export function massActsOn(ledger: () => TestLedgerNode) {
  const handler = () => createCommandHandler(ledger().store);
  /** For what a test begins with. */
  const patient = () => patientHandler(ledger().store);

  async function tell(userId: string, command: AccountCommand): Promise<void> {
    const request = { stream: streamOf('account', userId), decider: account, command, input: { id: id() } };
    await patient().handle({ ...testContext(), ...request });
  }

  async function request(act: Kind): Promise<StoredEvent> {
    const context = admin();
    const asked = { act, reason: 'New season', dryRun: false, authorize: async () => undefined };
    await requestMassAct(handler(), asked, context);
    const requests = await ledger().read(MASS_ACTS_STREAM);
    const event = requests.findLast(({ metadata }) => metadata.commandId === context.commandId);
    if (!event) throw new Error('the request is not in the ledger');
    return event;
  }

  const carryOut = (event: StoredEvent, ports: MassActPorts) =>
    massActProcess(ledger().store, handler(), ports).handle(event);

  return {
    handler,
    tell,
    request,
    carryOut,
    /** With 100 EVO of a welcome. */
    open: async () => (await openAccount(patient(), { walletAddress: newWallet() }, testContext())).userId,
    earn: (userId: string, evo: bigint) =>
      tell(userId, {
        type: 'GrantReward',
        grantId: id(),
        amount: evo * ONE_EVO,
        source: 'streak',
        reason: 'Streak',
      }),
    claim: (userId: string) => tell(userId, { type: 'ClaimRewards', claimId: id() }),
    async figures(userId: string) {
      const { granted, claimed } = await patient().read(streamOf('account', userId), account);
      return [formatEvo(granted), formatEvo(claimed)];
    },
    /** Where rewards are to be restored, they are reset first. */
    async requestOf(kind: Kind['kind'], users: readonly string[]): Promise<StoredEvent> {
      if (kind !== 'restore') return request({ kind });
      const reset = await request({ kind: 'reset' });
      await carryOut(reset, portsFor(users).ports);
      return request({ kind, resetId: reset.metadata.commandId });
    },
    /** What the last act that is over came to. */
    async completed(): Promise<unknown> {
      const acts = await ledger().read(MASS_ACTS_STREAM);
      return acts.findLast(({ type }) => /^Mass\w+Completed$/.test(type))?.data;
    },
  };
}

/** The accounts of a test; what was saved of the progress can be lost. */
export function portsFor(users: readonly string[]) {
  const progress = new Map<string, MassActProgress>();
  const ports: MassActPorts = {
    accounts: async (_at, after, limit) => {
      return users
        .toSorted()
        .filter((user) => after === undefined || user > after)
        .slice(0, limit)
        .map((userId) => ({ userId, revision: 0n }));
    },
    loadProgress: async (requestId) => progress.get(requestId),
    saveProgress: async (requestId, reached) => {
      progress.set(requestId, reached);
    },
  };
  return { ports, progress };
}
