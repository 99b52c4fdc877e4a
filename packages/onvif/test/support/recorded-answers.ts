import { appendFileSync } from 'node:fs';

/** A test of all answers names it, and reads what the other tests have received. */
const FILE = process.env.ONVIF_ANSWERS;

/** Keeps a document that the device has written, where a test wants them. */
export function recordAnswer(text: string): void {
  if (FILE !== undefined && text.startsWith('<?xml')) appendFileSync(FILE, `${JSON.stringify(text)}\n`);
}
