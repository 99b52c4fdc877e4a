import { Fault } from '@kitestring/base/fault.ts';
import type { Words } from '../words/words.ts';

/** By then the browser has certainly started to read the file. */
const KEPT_MS = 60_000;

/** The connection broke off within the file; browsers only say `network error`, in English. */
class BrokenFileFault extends Fault {}

/** The whole file of a response. @throws BrokenFileFault, in the language of the page */
export const receivedFile = (response: Response, words: Words): Promise<Blob> =>
  response.blob().catch((cause: unknown) => {
    throw new BrokenFileFault(words.station.unreachable, { cause });
  });

/** Saves bytes in the browser under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
