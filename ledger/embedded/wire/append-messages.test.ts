import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect, test } from 'vitest';
import {
  ANY,
  NO_STREAM,
  readAppendRequest,
  readBatchAppendRequest,
  readProposedEvent,
  STREAM_EXISTS,
} from './append-request.ts';
import {
  appendSuccess,
  appendWrongVersion,
  batchResponse,
  batchStreamDeleted,
  batchSuccess,
  batchTooLarge,
  batchWrongVersion,
  deleteResponse,
} from './append-response.ts';

const ID = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const CORRELATION = Buffer.from([0x12, 0x24, ...Buffer.from(ID)]);

function uuid() {
  const message = new shared.UUID();
  message.setString(ID.toUpperCase());
  return message;
}

function identifier(name: string) {
  const message = new shared.StreamIdentifier();
  message.setStreamName(Buffer.from(name));
  return message;
}

test('a batch request that the client encoded is read', () => {
  const proposed = new streams.BatchAppendReq.ProposedMessage();
  proposed.setId(uuid());
  proposed.getMetadataMap().set('type', 'Ünïcode').set('content-type', 'application/json');
  proposed.setData(Buffer.from('{}'));
  proposed.setCustomMetadata(Buffer.from('m'));
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier('ström'));
  options.setStreamPosition('18446744073709551615');
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuid());
  request.setOptions(options);
  request.addProposedMessages(proposed);
  request.setIsFinal(true);
  const read = readBatchAppendRequest(Buffer.from(request.serializeBinary()));
  expect(read).toMatchObject({
    isFinal: true,
    options: { stream: 'ström', expected: Number.MAX_SAFE_INTEGER, deadline: undefined },
  });
  const event = readProposedEvent(read.events[0] ?? Buffer.alloc(0));
  expect(event).toMatchObject({ id: ID, type: 'Ünïcode', contentType: 'application/json' });
  expect([event.data.toString(), event.metadata.toString()]).toEqual(['{}', 'm']);
});

test.each([
  ['setAny', ANY],
  ['setNoStream', NO_STREAM],
  ['setStreamExists', STREAM_EXISTS],
] as const)('%s is understood in an append', (setter, expected) => {
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(identifier('a'));
  options[setter](new shared.Empty());
  const request = new streams.AppendReq();
  request.setOptions(options);
  const read = readAppendRequest(Buffer.from(request.serializeBinary()));
  expect(read.options).toEqual({ stream: 'a', expected, deadline: undefined });
});

test('replies to a batch are read by the client', () => {
  const success = streams.BatchAppendResp.deserializeBinary(
    batchResponse(CORRELATION, 'ü', batchSuccess(0, 300)),
  );
  expect(success.getCorrelationId()?.getString()).toBe(ID);
  expect(Buffer.from(success.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('ü');
  expect(success.getSuccess()?.getCurrentRevision()).toBe('0');
  expect(success.getSuccess()?.getPosition()?.getCommitPosition()).toBe('300');
  const nothing = streams.BatchAppendResp.deserializeBinary(
    batchResponse(CORRELATION, 'a', batchSuccess(-1, undefined)),
  );
  expect(nothing.getSuccess()?.hasNoStream() && nothing.getSuccess()?.hasNoPosition()).toBe(true);
});

function errorOf(outcome: Buffer) {
  const error = streams.BatchAppendResp.deserializeBinary(
    batchResponse(CORRELATION, 'a', outcome),
  ).getError();
  return error?.getDetails();
}

test('a wrong version names both versions', () => {
  const type = 'event_store.client.WrongExpectedVersion';
  const unpack = (outcome: Buffer) =>
    errorOf(outcome)?.unpack(shared.WrongExpectedVersion.deserializeBinary, type);
  expect(unpack(batchWrongVersion(5, 3))?.toObject()).toMatchObject({
    currentStreamRevision: '5',
    expectedStreamPosition: '3',
  });
  expect(unpack(batchWrongVersion(-1, STREAM_EXISTS))?.hasCurrentNoStream()).toBe(true);
  expect(unpack(batchWrongVersion(-1, STREAM_EXISTS))?.hasExpectedStreamExists()).toBe(true);
  expect(unpack(batchWrongVersion(2, NO_STREAM))?.hasExpectedNoStream()).toBe(true);
  expect(unpack(batchWrongVersion(2, ANY))?.hasExpectedAny()).toBe(true);
});

test('other errors carry their type', () => {
  const deleted = errorOf(batchStreamDeleted('a'));
  expect(deleted?.getTypeName()).toBe('event_store.client.StreamDeleted');
  const large = errorOf(batchTooLarge(1024 * 1024));
  const unpacked = large?.unpack(shared.MaximumAppendSizeExceeded.deserializeBinary, large.getTypeName());
  expect(unpacked?.getMaxappendsize()).toBe(1024 * 1024);
  expect(status.Status).toBeDefined();
});

test('unary replies are read by the client', () => {
  expect(streams.AppendResp.deserializeBinary(appendSuccess(7, 9)).getSuccess()?.getCurrentRevision()).toBe(
    '7',
  );
  const wrong = streams.AppendResp.deserializeBinary(appendWrongVersion(4, ANY)).getWrongExpectedVersion();
  expect(wrong?.getCurrentRevision()).toBe('4');
  expect(wrong?.hasExpectedAny()).toBe(true);
  const absent = streams.AppendResp.deserializeBinary(appendWrongVersion(-1, 4)).getWrongExpectedVersion();
  expect([absent?.hasCurrentNoStream(), absent?.getExpectedRevision()]).toEqual([true, '4']);
  expect(streams.DeleteResp.deserializeBinary(deleteResponse(12)).getPosition()?.getPreparePosition()).toBe(
    '12',
  );
});
