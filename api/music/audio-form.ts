/**
 * Whether bytes begin as a file of sound does, whatever its sender calls it: MP3 (with or without an ID3 tag), AAC,
 * Ogg, FLAC, WAV, AIFF, MP4, WebM, MIDI. The names of types are what https://mimesniff.spec.whatwg.org looks at, too.
 * @param start the first bytes of the file, 12 at least where it has so many
 */
export function beginsAsAudio(start: Buffer): boolean {
  const text = (from: number, length: number) => start.toString('latin1', from, from + length);
  const form = text(8, 4);
  switch (text(0, 4)) {
    case 'OggS':
    case 'fLaC':
    case 'MThd':
    case '\x1aE\xdf\xa3':
      return true;
    case 'RIFF':
    case 'RF64':
      return form === 'WAVE';
    case 'FORM':
      return form === 'AIFF' || form === 'AIFC';
  }
  return text(0, 3) === 'ID3' || text(4, 4) === 'ftyp' || beginsWithMpegFrame(start);
}

/** Eleven set bits, and none of the values that are reserved (ISO/IEC 11172-3 §2.4.2.3; ADTS has layer 0). */
function beginsWithMpegFrame(start: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = start;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const isAdts = (second & 0xf6) === 0xf0;
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, frequency] = [third >> 4, (third >> 2) & 3];
  return isAdts || (version !== 1 && layer !== 0 && bitrate !== 15 && frequency !== 3);
}
