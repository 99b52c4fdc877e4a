/** One browser that receives one stream over WebRTC. */
import { randomUUID } from 'node:crypto';
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { wireTime } from '../rtp/rtp-stream.ts';
import { type Offer, withRejected } from './offer.ts';
import { PacketHistory } from './packet-history.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import type { WhepOffer, WhepSetup } from './whep-messages.ts';

const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';
/** Header extension of libwebrtc by which the sender sets the receiver's playout delay. */
const PLAYOUT_DELAY = 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay';
/** Packets that the library itself retransmits (RTP_HISTORY_SIZE of werift 0.24). */
const LIBRARY_KEEPS = 128;
/** Minimum and maximum 0: show each picture at once. */
const NO_DELAY = Buffer.of(0, 0, 0);

interface WhepPeerEvents {
  /** Ready for pictures. */
  readonly onConnected: () => void;
  readonly onEnd: () => void;
  /** A loss that retransmission cannot repair. */
  readonly onPictureLost: () => void;
}

/** An offer that the library cannot parse. */
export class UnreadableOffer extends Error {
  constructor(cause: unknown) {
    super(`the offer cannot be read: ${cause instanceof Error ? cause.message : cause}`.slice(0, 200), { cause });
  }
}

export class WhepPeer {
  readonly id = randomUUID();
  readonly streamId: string;
  readonly viewerId: string;
  readonly #connection: RTCPeerConnection;
  readonly #sender: RTCRtpTransceiver['sender'];
  readonly #playoutDelayId: number | undefined;
  readonly #events: WhepPeerEvents;
  readonly #history = new PacketHistory<RtpPacket>();
  #deadline: NodeJS.Timeout | undefined;
  #sequence = 0;
  #needsKeyFrame = true;
  #isConnected = false;
  #hasEnded = false;

  private constructor(offer: WhepOffer, codec: Offer['codec'], setup: WhepSetup, events: WhepPeerEvents) {
    this.streamId = offer.streamId;
    this.viewerId = offer.viewerId;
    this.#events = events;
    this.#connection = new RTCPeerConnection({
      ...configurationFor(codec, offer.address, setup),
      iceFilterStunResponse: () => {
        this.#heard();
        return true;
      },
    });
    this.#sender = this.#connection.addTransceiver('video', { direction: 'sendonly' }).sender;
    this.#playoutDelayId = extensionIdOf(offer.sdp, PLAYOUT_DELAY);
    this.#sender.onRtcp.subscribe(() => this.#heard());
    this.#sender.onGenericNack.subscribe(({ lost }) => this.#repair(lost));
    this.#sender.onPictureLossIndication.subscribe(() => events.onPictureLost());
    this.#connection.connectionStateChange.subscribe((state) => this.#follow(state));
    this.#expire(WHEP_LIMITS.connectMs);
  }

  /** @throws UnreadableOffer, and what the library throws for other reasons */
  static async answer(
    offer: WhepOffer,
    { codec, rejected, sdp }: Offer,
    setup: WhepSetup,
    events: WhepPeerEvents,
  ): Promise<{ peer: WhepPeer; sdp: string }> {
    const peer = new WhepPeer(offer, codec, setup, events);
    try {
      return { peer, sdp: withRejected(await peer.#answer(sdp), rejected) };
    } catch (fault) {
      peer.end();
      throw fault;
    }
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @returns true when it was sent: the first one must be a key frame */
  send(unit: AccessUnit, payloads: PayloadCache): boolean {
    if (!this.#isConnected || (this.#needsKeyFrame && !unit.isKeyFrame)) return false;
    this.#needsKeyFrame = false;
    const { payloads: parts } = payloads.of(unit);
    parts.forEach(({ body, prefix }, index) => {
      const header = new RtpHeader({
        marker: index === parts.length - 1,
        sequenceNumber: this.#sequence,
        timestamp: wireTime(unit),
        ...(this.#playoutDelayId !== undefined && {
          extension: true,
          extensions: [{ id: this.#playoutDelayId, payload: NO_DELAY }],
        }),
      });
      this.#sequence = (this.#sequence + 1) & 0xffff;
      const payload = prefix.length === 0 ? Buffer.from(body) : Buffer.concat([prefix, body]);
      const packet = new RtpPacket(header, payload);
      // A packet that cannot be sent is lost, as in the network.
      this.#sender.sendRtp(packet).catch(() => {});
      // The library has assigned its sequence number.
      this.#history.sent(header.sequenceNumber, packet);
    });
    return true;
  }

  /**
   * The library retransmits only its recent packets: less than a key frame and what follows until its loss is
   * reported.
   */
  #repair(lost: readonly number[]): void {
    for (const sequence of lost) {
      const packet = this.#history.again(sequence, LIBRARY_KEEPS);
      if (packet !== undefined) this.#sender.dtlsTransport.sendRtp(packet.payload, packet.header).catch(() => {});
    }
  }

  /** No effect when called again. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isConnected = false;
    clearTimeout(this.#deadline);
    this.#connection.close().catch(() => {});
    this.#events.onEnd();
  }

  async #answer(sdp: string): Promise<string> {
    try {
      await this.#connection.setRemoteDescription({ type: 'offer', sdp });
    } catch (error) {
      throw new UnreadableOffer(error);
    }
    await this.#connection.setLocalDescription(await this.#connection.createAnswer());
    const answer = this.#connection.localDescription?.sdp ?? '';
    if (!/^a=candidate:/m.test(answer)) throw new Error('there is no free port for WebRTC');
    return answer;
  }

  #follow(state: RTCPeerConnection['connectionState']): void {
    if (state === 'connected' && !this.#isConnected && !this.#hasEnded) {
      this.#isConnected = true;
      this.#heard();
      this.#events.onConnected();
    } else if (state === 'failed' || state === 'closed' || state === 'disconnected') this.end();
  }

  /** The browser is alive. The library itself would detect a closed page only after half a minute. */
  #heard(): void {
    if (this.#isConnected) this.#expire(WHEP_LIMITS.silenceMs);
  }

  #expire(afterMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = this.#hasEnded ? undefined : setTimeout(() => this.end(), afterMs);
  }
}

/**
 * A server at a known address needs neither candidates of the browser nor STUN: ICE lite (RFC 8445 section 2.5), with
 * the one address that the browser has reached already.
 */
function configurationFor({ parameters, payloadType }: Offer['codec'], address: string, { ports }: WhepSetup) {
  const video = new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: RTP_CLOCK_HZ,
    payloadType,
    parameters,
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
  });
  return {
    codecs: { audio: [], video: [video] },
    headerExtensions: { video: [MID, PLAYOUT_DELAY].map((uri) => new RTCRtpHeaderExtensionParameters({ uri })) },
    // By default the library asks a public server for its own address.
    iceServers: [],
    iceLite: true,
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceUseTcp: false,
    iceAdditionalHostAddresses: [address],
    iceInterfaceAddresses: address.includes(':') ? { udp6: address } : { udp4: address },
    ...(ports !== undefined && { icePortRange: [ports.first, ports.last] as [number, number] }),
  };
}

function extensionIdOf(sdp: string, uri: string): number | undefined {
  for (const [, id, name] of sdp.matchAll(/^a=extmap:(\d{1,3})(?:\/\w+)? (\S+)/gm)) {
    if (name === uri) return Number(id);
  }
  return undefined;
}
