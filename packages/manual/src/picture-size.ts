import { readFileSync } from 'node:fs';

/** Attributes by which a page keeps room for a picture that comes later; empty for a vector drawing. WebP is lossy (VP8), as ffmpeg writes it. */
export function sizeAttributes(file: string): string {
  const bytes = readFileSync(file);
  if (file.endsWith('.png')) return attributes(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (bytes.toString('latin1', 12, 16) === 'VP8 ')
    return attributes(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  return '';
}

const attributes = (width: number, height: number): string => ` width="${width}" height="${height}"`;
