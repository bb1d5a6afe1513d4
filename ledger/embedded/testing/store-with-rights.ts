import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { accessDenied, wrongExpectedVersion } from '../grpc/rpc-errors.ts';
import {
  batchAccessDenied,
  batchResponse,
  batchSuccess,
  batchWrongVersion,
} from '../wire/append-response.ts';

type Acl = Record<string, string | readonly string[]>;
type Right = '$r' | '$w' | '$d' | '$mw';

export type StoreWithRights = {
  readonly connectionString: (user: string) => string;
  /** Says who may do what with the streams of users, as an event `update-default-acl` does; `$all` is for everybody then. */
  restrict(users: Acl): void;
  /** What was appended, by stream. */
  readonly appended: { readonly stream: string; readonly type: string; readonly data: unknown }[];
  close(): Promise<void>;
};

/**
 * An empty event store that knows users and asks for rights as EventStoreDB 24.10 does by default: `$all` and the
 * system's streams are for admins, the others for everybody, until an event `update-default-acl` says otherwise. It
 * stores nothing else. The user `admin` is in `$admins`.
 */
export async function startStoreWithRights(): Promise<StoreWithRights> {
  const appended: { stream: string; type: string; data: unknown }[] = [];
  let users: Acl = { $r: '$all', $w: '$all', $d: '$all', $mw: '$all' };
  let system: Acl = { $r: '$admins', $w: '$admins', $d: '$admins', $mw: '$admins' };

  const isAllowed = (metadata: Metadata, stream: string, right: Right): boolean => {
    const isMeta = stream.startsWith('$$');
    const acl = (isMeta ? stream.slice(2) : stream).startsWith('$') ? system : users;
    const roles = [acl[isMeta && right === '$w' ? '$mw' : right] ?? '$admins'].flat();
    const user = userOf(metadata);
    return roles.includes('$all') || roles.includes(user) || (user === 'admin' && roles.includes('$admins'));
  };
  const refused = (stream: string) => wrongExpectedVersion('Append', stream, 9_007_199_254_740_992, -1);

  const server = new Server();
  server.addService(streamsGrpc.StreamsService, {
    read(call: ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>) {
      const options = call.request.getOptions();
      const stream = options?.hasAll() ? '$all' : nameOf(options?.getStream()?.getStreamIdentifier());
      if (isAllowed(call.metadata, stream, '$r')) call.end();
      else call.emit('error', accessDenied());
    },
    // Each of the appends of a call is allowed or not, and the call goes on. The client sends small ones whole.
    batchAppend(call: ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>) {
      call.on('data', (request: streamsPb.BatchAppendReq) => {
        const options = request.getOptions();
        const stream = nameOf(options?.getStreamIdentifier());
        const answer = (outcome: Buffer) =>
          call.write(
            messages.BatchAppendResp.deserializeBinary(
              batchResponse(
                Buffer.from(request.getCorrelationId()?.serializeBinary() ?? []),
                stream,
                outcome,
              ),
            ),
          );
        if (!isAllowed(call.metadata, stream, '$w')) return answer(batchAccessDenied());
        // Nothing is here, so no revision that is named is right.
        if (!options?.hasAny()) return answer(batchWrongVersion(-1, 0));
        for (const event of request.getProposedMessagesList()) {
          const data = JSON.parse(Buffer.from(event.getData_asU8()).toString());
          appended.push({ stream, type: event.getMetadataMap().get('type') ?? '', data });
          if (stream === '$settings') ({ $userStreamAcl: users, $systemStreamAcl: system } = data);
        }
        answer(batchSuccess(0, undefined));
      });
      call.on('end', () => call.end());
    },
    delete: remove,
    tombstone: remove,
  });
  function remove(
    call: ServerUnaryCall<streamsPb.DeleteReq, streamsPb.DeleteResp>,
    reply: sendUnaryData<streamsPb.DeleteResp>,
  ) {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    reply(isAllowed(call.metadata, stream, '$d') ? refused(stream) : accessDenied());
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    appended,
    connectionString: (user) => `esdb://${user}:secret@127.0.0.1:${port}?tls=false`,
    restrict: (acl) => {
      users = acl;
      system = { ...system, $r: '$all' };
    },
    close: async () => server.forceShutdown(),
  };
}

const nameOf = (id: { getStreamName_asU8(): Uint8Array } | undefined) =>
  Buffer.from(id?.getStreamName_asU8() ?? []).toString();

function userOf(metadata: Metadata): string {
  const [given = ''] = metadata.get('authorization');
  return Buffer.from(String(given).replace('Basic ', ''), 'base64').toString().split(':')[0] ?? '';
}
