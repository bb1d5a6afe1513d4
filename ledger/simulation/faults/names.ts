import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { usernameSkeleton } from '../../../contracts/username-skeleton.ts';
import { account } from '../../accounts/account.ts';
import type { CommandHandler } from '../../handle-command.ts';
import type { Fault } from './fault.ts';
import { type Rewritable, rewritten } from './rewritten-commands.ts';

/** Whether an old name may go is looked up in the account alone, which may go back to it a moment later. */
export const releaseInUse: Fault = {
  name: 'release-in-use',
  broken: {
    handler: (handler) =>
      ['EndUse-username', 'EndUse-likeness'].reduce(
        (broken, operation) => rewritten(broken, operation, (request) => releaseUnlessUsed(handler, request)),
        handler,
      ),
  },
};

async function releaseUnlessUsed(handler: CommandHandler, request: Rewritable): Promise<Rewritable> {
  const { userId } = request.command;
  const { username } = await handler.read(streamOf('account', userId), account);
  const used = username === undefined ? [] : [username.toLowerCase(), `~${usernameSkeleton(username)}`];
  const isUsed = used.some((value) => request.stream === streamOf('username', value));
  const nothing = { ...request, command: { ...request.command, use: -1 } };
  return isUsed ? nothing : { ...request, command: { type: 'Release', userId } };
}
