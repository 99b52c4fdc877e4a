import { StatusTextChunks } from '@kitestring/mavlink-codec/codec.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';

const LONGEST = 400;

/** Tells texts to all ends. */
export class TextSender {
  readonly #link: MavlinkLink;
  readonly #end: string;
  readonly #chunks = new StatusTextChunks();

  /** @param end that each text has */
  constructor(link: MavlinkLink, end: string) {
    this.#link = link;
    this.#end = end;
  }

  readonly tell = (severity: number, text: string): void => {
    const plain = text.replaceAll(/[^\x20-\x7e]/g, (character) => PLAIN[character] ?? character).slice(0, LONGEST);
    for (const fields of this.#chunks.of(severity, `${plain}${this.#end}`)) this.#link.send('STATUSTEXT', fields);
  };
}

const PLAIN: Readonly<Record<string, string>> = {
  '’': "'",
  '°': 'deg',
  '–': '-',
  '…': '...',
  ä: 'a',
  ö: 'o',
  ü: 'u',
  é: 'e',
};
