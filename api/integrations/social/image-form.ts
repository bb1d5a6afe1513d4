/**
 * The type of a picture by its first bytes, whatever its sender calls it; undefined for anything but PNG, JPEG, WebP
 * and GIF. SVG is none of them: it may hold scripts. The signatures are those of https://mimesniff.spec.whatwg.org.
 */
export function imageType(bytes: Buffer): string | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  return text(0, 4) === 'RIFF' && text(8, 14) === 'WEBPVP' ? 'image/webp' : undefined;
}
