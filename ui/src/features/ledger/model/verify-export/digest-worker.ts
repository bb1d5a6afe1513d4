import { ExportDigest } from '../../../../../../ledger/proof/audit/export-digest.ts';
import { portable } from '../../../../../../ledger/proof/audit/primitives.ts';
import type { DigestReply, DigestRequest } from './text-digest.ts';

/** Hashes the bytes of an export beside the worker that verifies its events. */
const digest = new ExportDigest(portable.running());

self.onmessage = ({ data }: MessageEvent<DigestRequest>) => {
  if (data.bytes) digest.update(data.bytes);
  const reply: DigestReply = data.bytes ? { taken: data.bytes.length } : { sha256: digest.hex() };
  self.postMessage(reply);
};
