import { Packet } from '@kitestring/mavlink-codec/codec.ts';
import type { LinkSigning, MavlinkIds, MavlinkLink } from '@kitestring/mavlink-link';

const EVERY_US = 1_000_000;
/** Nothing answers to a key, and a packet may be lost. */
const ATTEMPTS = 10;

interface GiveKeyDeps {
  readonly link: MavlinkLink;
  readonly target: MavlinkIds;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** With that key. */
  readonly signing: LinkSigning;
  readonly isArmed: () => boolean;
}

/** Sends a key to an aircraft until it signs with it. @returns whether it does; always resolves, within 10 s */
export function giveKey({ isArmed, key, link, signing, target }: GiveKeyDeps): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let sent = 0;
  let cancelTimer = () => {};
  const end = (isSigned: boolean) => {
    cancelTimer();
    cancelListener();
    resolve(isSigned);
  };
  const cancelListener = link.onPacket((bytes, direction) => {
    const packet = new Packet(bytes);
    const isOfTarget = direction === 'In' && packet.system === target.system;
    if (isOfTarget && packet.isSigned && signing.signatureCheck.accepts(packet)) end(true);
  });
  const send = () => {
    if (sent === ATTEMPTS || isArmed()) return end(false);
    sent += 1;
    const ids = { target_system: target.system, target_component: target.component };
    link.send('SETUP_SIGNING', { ...ids, secret_key: [...key], initial_timestamp: BigInt(signing.now) });
    cancelTimer = link.clock.schedule(link.clock.nowUs() + EVERY_US, send);
  };
  send();
  return promise;
}
