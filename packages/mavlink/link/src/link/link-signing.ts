import { hash } from 'node:crypto';
import type { Clock } from '@kitestring/base/clock.ts';
import {
  definitionNamed,
  SignatureCheck,
  type SignatureCounts,
  Signer,
  SigningClock,
} from '@kitestring/mavlink-codec/codec.ts';

/** Key of a link, and how far its timestamps have got. */
export interface SigningKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Timestamp that the last run may have used, where its clock was ahead. */
  readonly last: number;
}

/** Key of a passphrase, as ground stations make theirs. */
export const passphraseKey = (passphrase: string): Uint8Array => hash('sha256', passphrase, 'buffer');

/** Radios put their own status between the packets of others, and have no key. */
const UNSIGNED_IDS: readonly number[] = [definitionNamed('RADIO_STATUS').id];

/** Signing of a link: everything that is sent is signed, and nothing else is taken. */
export class LinkSigning {
  readonly signer: Signer;
  readonly signatureCheck: SignatureCheck;
  readonly #clock: SigningClock;

  /** @param clock real time, in UTC */
  constructor({ key, last }: SigningKey, clock: Pick<Clock, 'nowUs'>) {
    this.#clock = new SigningClock(clock, last);
    this.signer = new Signer({ key, linkId: 0, clock: this.#clock });
    const acceptUnsigned = ({ id }: { readonly id: number }) => UNSIGNED_IDS.includes(id);
    this.signatureCheck = new SignatureCheck({ key, clock: this.#clock, acceptUnsigned });
  }

  /** Packets that were received. */
  get counts(): Readonly<SignatureCounts> {
    return this.signatureCheck.counts;
  }

  /** The present time as a timestamp. */
  get now(): number {
    return this.#clock.now();
  }

  /** The last timestamp that was used. */
  get last(): number {
    return this.#clock.last;
  }

  /** Goes on after those of an earlier run. */
  continueAfter(last: number): void {
    this.#clock.advanceTo(last);
  }
}
