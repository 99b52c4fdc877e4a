const WHITE_SPACE = /\s+/g;
const ENCODED = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)*$/;
const PART = /[A-Za-z0-9+/]+={0,2}/g;

/** Decodes base64 that arrives in pieces; each of the encoded messages may end with padding. */
export class Base64Stream {
  #rest = '';

  /** @returns undefined for what is no base64 */
  push(chunk: Buffer): Buffer | undefined {
    const text = this.#rest + chunk.toString('latin1').replaceAll(WHITE_SPACE, '');
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    const encoded = text.slice(0, whole);
    if (!ENCODED.test(encoded)) return undefined;
    return Buffer.concat((encoded.match(PART) ?? []).map((part) => Buffer.from(part, 'base64')));
  }
}
