/** One receiver of one stream over WebRTC: a browser whose offer is answered, or a relay that answers ours. */

import { randomUUID } from 'node:crypto';
import { Fault } from '@kitestring/base/fault.ts';
import {
  type PeerConfig,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  RTP_EXTENSION_URI,
} from 'werift';
import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { TEXT_MAX_CHARS } from '../process/message-checks.ts';
import type { UplinkRate, UplinkStart } from '../relay/uplink-rate.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { RTP_HEADER_BYTES } from '../rtp/rtp-packet.ts';
import { wireTime } from '../rtp/rtp-stream.ts';
import { keepChecking } from './keep-checking.ts';
import { type Offer, withRejected } from './offer.ts';
import { PacketSender, PLAYOUT_DELAY } from './packet-sender.ts';
import { UplinkWatch } from './uplink-watch.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import { RELAY_VIEWER, type WhepOffer, type WhepSetup } from './whep-messages.ts';

const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';

interface VideoPeerEvents {
  /** Ready for pictures. */
  readonly onConnected: () => void;
  readonly onEnd: () => void;
  /** A loss that retransmission cannot repair. */
  readonly onPictureLost: () => void;
}

/** An offer or answer that the library cannot parse. */
export class UnreadableSdpFault extends Fault {
  constructor(what: 'offer' | 'answer', cause: unknown) {
    super(`the ${what} cannot be read: ${cause instanceof Error ? cause.message : cause}`.slice(0, 200), { cause });
  }
}

interface RelayPeerEvents extends VideoPeerEvents {
  /** The relay has reported how the link carries the stream. */
  readonly onUplink: (rate: UplinkRate) => void;
}

interface VideoPeerOptions {
  readonly streamId: string;
  readonly viewerId: string;
  readonly configuration: Partial<PeerConfig>;
  /** Number of the header extension for the playout delay. */
  readonly playoutDelayId: number | undefined;
  readonly connectMs: number;
}

export class VideoPeer {
  readonly id = randomUUID();
  readonly streamId: string;
  readonly viewerId: string;
  readonly #connection: RTCPeerConnection;
  readonly #transceiver: RTCRtpTransceiver;
  readonly #playoutDelayId: number | undefined;
  readonly #events: VideoPeerEvents;
  /** Present while it is connected. */
  #packets: PacketSender | undefined;
  #uplink: UplinkWatch | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #stopChecks = () => {};
  #needsKeyFrame = true;
  #hasEnded = false;

  private constructor(options: VideoPeerOptions, events: VideoPeerEvents) {
    this.streamId = options.streamId;
    this.viewerId = options.viewerId;
    this.#events = events;
    this.#connection = new RTCPeerConnection({
      ...options.configuration,
      iceFilterStunResponse: () => {
        this.#heard();
        return true;
      },
    });
    this.#transceiver = this.#connection.addTransceiver('video', { direction: 'sendonly' });
    const { sender } = this.#transceiver;
    this.#playoutDelayId = options.playoutDelayId;
    sender.onRtcp.subscribe((packet) => {
      this.#heard();
      this.#uplink?.receive(packet);
    });
    sender.onGenericNack.subscribe(({ lost }) => this.#packets?.again(lost));
    sender.onPictureLossIndication.subscribe(() => events.onPictureLost());
    this.#connection.connectionStateChange.subscribe((state) => this.#follow(state));
    this.#expire(options.connectMs);
  }

  /** For a browser. @throws UnreadableSdpFault, and what the library throws for other reasons */
  static async answer(
    offer: WhepOffer,
    { format, rejected, sdp }: Offer,
    setup: WhepSetup,
    events: VideoPeerEvents,
  ): Promise<{ peer: VideoPeer; sdp: string }> {
    const configuration = {
      ...videoConfiguration(format, setup),
      ...serverAt(offer.address),
      headerExtensions: { video: [MID, PLAYOUT_DELAY].map(extension) },
    };
    const playoutDelayId = extensionId(offer.sdp, PLAYOUT_DELAY);
    const { connectMs } = WHEP_LIMITS;
    const peer = new VideoPeer({ ...offer, configuration, playoutDelayId, connectMs }, events);
    return peer.#orEnded(async () => {
      const answer = withRejected(await peer.#answer(sdp), rejected);
      // It repeats parts of the offer in each section. The station ends this process for a longer text.
      if (answer.length > TEXT_MAX_CHARS) {
        const tooLong = `the answer to it would have ${answer.length} characters, at most ${TEXT_MAX_CHARS} are sent`;
        throw new UnreadableSdpFault('offer', tooLong);
      }
      return { peer, sdp: answer };
    });
  }

  /**
   * For a relay: an offer with all candidates, to be answered once.
   * @param ceilingBps the most that it is given
   * @throws what the library throws
   */
  static async offer(
    {
      ceilingBps,
      start,
      streamId,
    }: { readonly streamId: string; readonly ceilingBps: number; readonly start: UplinkStart },
    setup: WhepSetup,
    events: RelayPeerEvents,
  ): Promise<{ peer: VideoPeer; sdp: string }> {
    const configuration = {
      ...videoConfiguration(OFFERED_FORMAT, setup, [{ type: 'transport-cc' }]),
      // Networks without UDP are left over TCP.
      iceUseTcp: true,
      headerExtensions: { video: [MID, RTP_EXTENSION_URI.transportWideCC].map(extension) },
    };
    const connectMs = WHEP_LIMITS.publishMs;
    const options = { streamId, viewerId: RELAY_VIEWER, configuration, playoutDelayId: undefined, connectMs };
    const peer = new VideoPeer(options, events);
    peer.#uplink = new UplinkWatch(ceilingBps, start, events.onUplink);
    return peer.#orEnded(async () => {
      await peer.#connection.setLocalDescription(await peer.#connection.createOffer());
      return { peer, sdp: peer.#localSdp() };
    });
  }

  /** The relay's answer to our offer. @throws UnreadableSdpFault */
  async accept(sdp: string): Promise<void> {
    this.#expire(WHEP_LIMITS.reachMs);
    this.#stopChecks = keepChecking(this.#connection);
    try {
      await this.#connection.setRemoteDescription({ type: 'answer', sdp });
    } catch (error) {
      throw new UnreadableSdpFault('answer', error);
    }
  }

  get isConnected(): boolean {
    return this.#packets !== undefined;
  }

  /** Bytes of all packets as they have gone to the network: encrypted, with repeated ones and reports. */
  get sentBytes(): number {
    return this.#transceiver.sender.dtlsTransport.bytesSent;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @returns true when it was sent: the first one must be a key frame */
  send(unit: AccessUnit, payloads: PayloadCache): boolean {
    const packets = this.#packets;
    if (packets === undefined || (this.#needsKeyFrame && !unit.isKeyFrame)) return false;
    this.#needsKeyFrame = false;
    // A link that is full has no room for what a key frame makes needless.
    if (unit.isKeyFrame && this.#uplink?.isFull === true) packets.forget();
    const { payloads: parts } = payloads.of(unit);
    const timestamp = wireTime(unit);
    parts.forEach(({ body, prefix }, index) => {
      const payload = Buffer.concat([prefix, body]);
      const wide = packets.send(payload, timestamp, index === parts.length - 1);
      this.#uplink?.sent(wide, payload.length + RTP_HEADER_BYTES);
    });
    packets.report(unit);
    return true;
  }

  /** No effect when called again. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#packets = undefined;
    clearTimeout(this.#deadline);
    this.#stopChecks();
    this.#connection.close().catch(() => {});
    this.#events.onEnd();
  }

  async #answer(sdp: string): Promise<string> {
    try {
      await this.#connection.setRemoteDescription({ type: 'offer', sdp });
    } catch (error) {
      throw new UnreadableSdpFault('offer', error);
    }
    await this.#connection.setLocalDescription(await this.#connection.createAnswer());
    return this.#localSdp();
  }

  #localSdp(): string {
    const sdp = this.#connection.localDescription?.sdp ?? '';
    if (!/^a=candidate:/m.test(sdp)) throw new Error('there is no free port for WebRTC');
    return sdp;
  }

  async #orEnded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (fault) {
      this.end();
      throw fault;
    }
  }

  #follow(state: RTCPeerConnection['connectionState']): void {
    if (state === 'connected' && !this.isConnected && !this.#hasEnded) {
      this.#packets = new PacketSender(this.#transceiver, this.#playoutDelayId);
      this.#stopChecks();
      this.#heard();
      this.#events.onConnected();
    } else if (state === 'failed' || state === 'closed' || state === 'disconnected') this.end();
  }

  /** The browser is alive. The library itself would detect a closed page only after half a minute. */
  #heard(): void {
    if (this.isConnected) this.#expire(WHEP_LIMITS.silenceMs);
  }

  #expire(afterMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = this.#hasEnded ? undefined : setTimeout(() => this.end(), afterMs);
  }
}

/** Offered to relays, which choose by it; decoders accept levels and most profiles beyond their declaration. */
const OFFERED_FORMAT = {
  codec: 'H.264',
  payloadType: 102,
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
} as const;

function videoConfiguration(
  { codec, parameters, payloadType }: Pick<Offer['format'], 'codec' | 'parameters' | 'payloadType'>,
  { ports }: WhepSetup,
  moreFeedback: readonly { readonly type: string }[] = [],
) {
  const video = new RTCRtpCodecParameters({
    mimeType: `video/${codec.replace('.', '')}`,
    clockRate: RTP_CLOCK_HZ,
    payloadType,
    parameters,
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, ...moreFeedback],
  });
  return {
    codecs: { audio: [], video: [video] },
    // By default the library asks a public server for its own address.
    iceServers: [],
    ...(ports !== undefined && { icePortRange: [ports.first, ports.last] as [number, number] }),
  };
}

/**
 * A server at a known address needs neither candidates of the browser nor STUN: ICE lite (RFC 8445 section 2.5), with
 * the one address that the browser has reached already.
 */
const serverAt = (address: string) => ({
  iceLite: true,
  iceUseIpv4: false,
  iceUseIpv6: false,
  iceUseTcp: false,
  iceAdditionalHostAddresses: [address],
  iceInterfaceAddresses: address.includes(':') ? { udp6: address } : { udp4: address },
});

const extension = (uri: string) => new RTCRtpHeaderExtensionParameters({ uri });

function extensionId(sdp: string, uri: string): number | undefined {
  for (const [, id, name] of sdp.matchAll(/^a=extmap:(\d{1,3})(?:\/\w+)? (\S+)/gm)) {
    if (name === uri) return Number(id);
  }
  return undefined;
}
