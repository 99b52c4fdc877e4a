import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { readRtcp } from '../rtp/rtcp.ts';
import { RtpStream, type RtpStreamStats } from '../rtp/rtp-stream.ts';
import type { PacketSender } from './packet-sender.ts';
import { type DeadlineClock, US_PER_MS, US_PER_S } from './ports.ts';

/** RFC 3550 section 6.2: the recommended minimum interval. */
const REPORT_EVERY_US = 5 * US_PER_S;

export interface RtpTrackOptions {
  readonly sender: PacketSender;
  readonly clock: DeadlineClock;
  /** Backlog from which units are skipped. */
  readonly backlogBytes: number;
}

export interface TrackStats extends RtpStreamStats {
  readonly transport: 'tcp' | 'udp';
  readonly backlogBytes: number;
  /** Skipped because the client reads too slowly. */
  readonly framesSkipped: number;
}

/** One RTP stream to a viewer: pictures or metadata. */
export type MediaTrack = Pick<
  RtpTrack<RtpTrackOptions>,
  'ssrc' | 'nextSequence' | 'kind' | 'stats' | 'send' | 'restart' | 'receive' | 'close'
>;

type Payloads = Parameters<RtpStream['packets']>[0];

/** One RTP stream to one viewer, with reports and counts; subclasses provide the content. */
export abstract class RtpTrack<Options extends RtpTrackOptions> {
  protected readonly options: Options;
  readonly #stream: RtpStream;
  #reportAtUs = 0;
  #framesSkipped = 0;

  constructor(payloadType: number, options: Options) {
    this.options = options;
    this.#stream = new RtpStream(payloadType, RTP_CLOCK_HZ);
  }

  get ssrc(): number {
    return this.#stream.ssrc;
  }

  get nextSequence(): number {
    return this.#stream.nextSequence;
  }

  get kind(): 'tcp' | 'udp' {
    return this.options.sender.kind;
  }

  get stats(): TrackStats {
    return {
      ...this.#stream.stats,
      transport: this.kind,
      backlogBytes: this.options.sender.backlogBytes,
      framesSkipped: this.#framesSkipped,
    };
  }

  abstract send(unit: AccessUnit): void;

  /** Resets: later units are independent of earlier ones. */
  restart(): void {
    this.#reportAtUs = 0;
  }

  /** Processes a compound packet of the receiver. @returns true when it shows that the receiver is alive */
  receive(bytes: Buffer): boolean {
    return aliveBy(bytes, this.#stream, this.options.clock);
  }

  close(): void {
    this.options.sender.sendReport(this.#stream.bye());
    this.options.sender.close();
  }

  /** Sends the payloads of a picture, and a report when due. */
  protected deliver(payloads: Payloads, unit: AccessUnit): void {
    const { clock, sender } = this.options;
    sender.sendPackets(this.#stream.packets(payloads, unit));
    const nowUs = clock.nowUs();
    if (nowUs < this.#reportAtUs) return;
    this.#reportAtUs = nowUs + REPORT_EVERY_US;
    sender.sendReport(this.#stream.senderReport(unit, nowUs / US_PER_MS));
  }

  /** Counts a skipped unit. */
  protected leaveOut(): void {
    this.#framesSkipped += 1;
  }
}

/** Passes a receiver's compound packet to its stream. @returns true when the receiver is alive */
function aliveBy(bytes: Buffer, stream: RtpStream, clock: DeadlineClock): boolean {
  const received = readRtcp(bytes);
  const nowMs = clock.nowUs() / US_PER_MS;
  for (const report of received?.reports ?? []) if (report.ssrc === stream.ssrc) stream.receive(report, nowMs);
  return received !== undefined && !received.isBye;
}
