import type { MavlinkLink } from '@kitestring/mavlink-link';

const CHUNK = 50;
/** The last chunk has room for the NUL that ends the text. */
const LONGEST = 400;

/** Tells texts to all ends, in chunks where they are long. */
export class TextSender {
  readonly #link: MavlinkLink;
  readonly #end: string;
  #id = 0;

  /** @param end that each text has */
  constructor(link: MavlinkLink, end: string) {
    this.#link = link;
    this.#end = end;
  }

  readonly tell = (severity: number, text: string): void => {
    // Other characters have more bytes than ground stations show.
    const whole = `${text.replaceAll(/[^\x20-\x7e]/g, (character) => PLAIN[character] ?? '?').slice(0, LONGEST)}${this.#end}`;
    if (whole.length < CHUNK) {
      this.#link.send('STATUSTEXT', { severity, text: whole });
      return;
    }
    this.#id = (this.#id % 0xffff) + 1;
    // A last chunk that is full would not end the text.
    for (let chunk = 0; chunk * CHUNK <= whole.length; chunk += 1) {
      const part = whole.slice(chunk * CHUNK, (chunk + 1) * CHUNK);
      this.#link.send('STATUSTEXT', { severity, text: part, id: this.#id, chunk_seq: chunk });
    }
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
