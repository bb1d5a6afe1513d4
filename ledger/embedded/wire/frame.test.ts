import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeFrame,
  encodeFrame,
  frameHeader,
  inForm,
  type RecordedEvent,
  resolvedLink,
  TOMBSTONE_REVISION,
} from './frame.ts';
import { readUuid } from './uuid.ts';

const recorded: fc.Arbitrary<RecordedEvent> = fc.record({
  id: fc.uuid(),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  revision: fc.oneof(fc.maxSafeNat(), fc.constant(TOMBSTONE_REVISION)),
  position: fc.maxSafeNat(),
  type: fc.string({ unit: 'grapheme', minLength: 1 }),
  isJson: fc.boolean(),
  created: fc.maxSafeNat(),
  metadata: fc.uint8Array({ maxLength: 300 }),
  data: fc.uint8Array({ maxLength: 20_000 }),
});

const LONG_MAX = '9223372036854775807';

test('the generated code of the client reads what is written here', () => {
  fc.assert(
    fc.property(recorded, (event) => {
      const read = streams.ReadResp.deserializeBinary(encodeFrame(event)).getEvent();
      const inner = read?.getEvent();
      expect(read?.getCommitPosition()).toBe(String(event.position));
      expect(inner?.getId()?.getString()).toBe(event.id);
      expect(Buffer.from(inner?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
        event.stream,
      );
      const revision = event.revision === TOMBSTONE_REVISION ? LONG_MAX : String(event.revision);
      expect(inner?.getStreamRevision()).toBe(revision);
      expect(inner?.getPreparePosition()).toBe(String(event.position));
      expect(inner?.getCommitPosition()).toBe(String(event.position));
      expect(inner?.getMetadataMap().get('type')).toBe(event.type);
      expect(inner?.getMetadataMap().get('created')).toBe(String(event.created));
      expect(Buffer.from(inner?.getData_asU8() ?? []).equals(event.data)).toBe(true);
      expect(Buffer.from(inner?.getCustomMetadata_asU8() ?? []).equals(event.metadata)).toBe(true);
    }),
  );
});

test('a frame decodes to what was encoded', () => {
  fc.assert(
    fc.property(recorded, (event) => {
      const frame = encodeFrame(event);
      const { data, metadata, ...rest } = decodeFrame(frame);
      const { data: sentData, metadata: sentMetadata, ...sent } = event;
      expect(rest).toEqual(sent);
      expect(Buffer.from(data).equals(sentData) && Buffer.from(metadata).equals(sentMetadata)).toBe(true);
      expect(frameHeader(frame)).toEqual({ stream: event.stream, type: event.type });
    }),
  );
});

test('an id in the structured form is the same id', () => {
  fc.assert(
    fc.property(recorded, (event) => {
      const frame = inForm(encodeFrame(event), { structuredIds: true, positionStep: 1 });
      expect(streams.ReadResp.deserializeBinary(frame).getEvent()?.getEvent()?.getId()?.hasStructured()).toBe(
        true,
      );
      expect(decodeFrame(frame).id).toBe(event.id);
    }),
  );
});

test('a link shows its target and itself, or itself alone when the target is gone', () => {
  fc.assert(
    fc.property(recorded, recorded, (target, link) => {
      const both = streams.ReadResp.deserializeBinary(
        resolvedLink(encodeFrame(target), encodeFrame(link), { structuredIds: false, positionStep: 1 }),
      ).getEvent();
      expect(both?.getEvent()?.getId()?.getString()).toBe(target.id);
      expect(both?.getLink()?.getId()?.getString()).toBe(link.id);
      expect(both?.getCommitPosition()).toBe(String(link.position));
      const alone = streams.ReadResp.deserializeBinary(
        resolvedLink(undefined, encodeFrame(link), { structuredIds: true, positionStep: 1 }),
      ).getEvent();
      expect(alone?.hasEvent()).toBe(false);
      expect(alone?.getLink()?.getId()?.hasStructured()).toBe(true);
    }),
  );
});

test('what is no UUID is refused', () => {
  expect(() => readUuid(Buffer.from([0x12, 3, 0x61, 0x62, 0x63]))).toThrow("'abc' is not a UUID");
});
