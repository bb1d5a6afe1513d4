import { sealEvents } from '../../../contracts/events/seals.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { SEALS_STREAM } from '../../proof/audit/seals.ts';
import { bytesOfBase64 } from '../../proof/base64.ts';
import { hexToBytes } from '../../proof/bytes.ts';
import { checkpointText } from '../../proof/checkpoint.ts';
import type { NotaryKey } from '../../proof/notary-keys.ts';
import { formatNote, parseVerifierKey } from '../../proof/signed-note.ts';

/** What the end of an export says of the seals before it. Nothing is checked here: whoever reads the export does. */
export class SealsSeen {
  readonly keys: NotaryKey[] = [];
  /** The newest signed checkpoint, a C2SP signed note. */
  checkpoint: string | null = null;

  add({ stream, type, data }: ExportedEvent): void {
    if (stream !== SEALS_STREAM) return;
    if (type === 'NotaryKeySet') {
      const key = sealEvents.NotaryKeySet.data.safeParse(data);
      if (key.success) this.keys.push(key.data);
    }
    const seal = type === 'LedgerSealed' ? sealEvents.LedgerSealed.data.safeParse(data) : undefined;
    if (!seal?.success) return;
    const { origin, size, root, verifierKey } = seal.data;
    const [key, signature] = [parseVerifierKey(verifierKey), bytesOfBase64(seal.data.signature)];
    if (!signature || key?.name !== origin) return;
    const text = checkpointText({ origin, size, root: hexToBytes(root) });
    this.checkpoint = formatNote({ text, signatures: [{ name: key.name, keyId: key.keyId, signature }] });
  }
}
