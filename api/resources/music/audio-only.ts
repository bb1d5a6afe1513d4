import { musicTexts } from '../../../contracts/admin-messages.ts';
import { HttpError } from '../../http/http-error.ts';
import { type AudioVerdict, audioVerdict } from './audio-form.ts';

/**
 * The same bytes, as long as they can be sound. Of what stands behind a tag no more is kept than tells what it is; a
 * file without a byte passes.
 * @throws HttpError 415 as soon as they are something else, or at the end where they never became sound
 */
export async function* audioOnly(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let looked: Buffer = Buffer.alloc(0);
  let toSkip = 0;
  let isSound = false;
  let size = 0;
  const look = async (isAll: boolean): Promise<void> => {
    for (let verdict: AudioVerdict = { skip: toSkip }; ; verdict = await audioVerdict(looked, isAll)) {
      if (verdict === 'other') throw notAudio();
      if (verdict === 'more') return;
      if (verdict === 'sound') {
        isSound = true;
        return;
      }
      toSkip = Math.max(0, verdict.skip - looked.length);
      looked = looked.subarray(verdict.skip);
      if (toSkip > 0) {
        if (isAll) throw notAudio();
        return;
      }
    }
  };
  for await (const part of source) {
    size += part.length;
    if (!isSound) {
      looked = Buffer.concat([looked, part]);
      await look(false);
    }
    yield part;
  }
  if (size > 0 && !isSound) await look(true);
}

const notAudio = () => new HttpError(415, 'NotAudio', musicTexts.notAudio);
