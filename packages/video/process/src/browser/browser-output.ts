/** Video for browsers and relays: WebRTC from this process, Media Source Extensions through the station. */
import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import { Segmenter } from '../mse/segmenter.ts';
import type { BrowserOrder, BrowserReport } from '../process/browser-messages.ts';
import type { OutputReport } from '../process/output-report.ts';
import type { UdpPortChoice } from '../rtsp/udp-ports.ts';
import type { WhepSetup } from '../whep/whep-messages.ts';
import { WhepOutput } from '../whep/whep-output.ts';
import { StreamTaps } from './stream-taps.ts';

interface BrowserOutputDeps {
  readonly directory: SourceDirectory;
  readonly report: (report: BrowserReport) => void;
  readonly onTrouble: (reason: string) => void;
}

export class BrowserOutput {
  readonly #deps: BrowserOutputDeps;
  readonly #taps: StreamTaps;
  readonly #segmenters = new Map<string, Segmenter>();
  readonly #whep: WhepOutput;
  #setup: WhepSetup = {};
  #segmented: ReadonlySet<string> = new Set();

  constructor(deps: BrowserOutputDeps) {
    this.#deps = deps;
    this.#taps = new StreamTaps(deps.directory, {
      onPicture: (source, unit) => this.#picture(source, unit),
      onEnd: (streamId) => this.#ended(streamId),
    });
    const { directory, onTrouble, report } = deps;
    this.#whep = new WhepOutput({
      directory,
      setup: () => this.#setup,
      report,
      onTrouble,
      onWatched: () => this.#want(),
      onJoined: (streamId) => this.#taps.askBeginning(streamId),
      onPictureLost: (streamId) => this.#taps.askKeyFrame(streamId),
    });
  }

  /** Takes effect at the next start of WebRTC. */
  configure(ports: UdpPortChoice): void {
    this.#setup = typeof ports === 'string' ? {} : { ports };
  }

  handle(order: BrowserOrder): void {
    if (order.act === 'offer') void this.#whep.offer(order);
    else if (order.act === 'publish') void this.#whep.publish(order);
    else if (order.act === 'publishTo') this.#whep.publishTo(order);
    else if (order.act === 'unpublish') this.#whep.unpublish(order);
    else if (order.act === 'endSession') this.#whep.endSession(order);
    else if (order.act === 'segments') this.#segment(new Set(order.streamIds));
    else if (order.act === 'joined') this.#taps.askBeginning(order.streamId);
    else this.#tellTime(order);
  }

  report(): OutputReport {
    return { viewers: [this.#whep.counts], droppedViewers: 0, refusedLogins: 0, refusedConnections: 0 };
  }

  endViewer(viewerId: string): void {
    this.#whep.endViewer(viewerId);
  }

  stop(): void {
    this.#whep.stop();
    this.#taps.stop();
  }

  #segment(streamIds: ReadonlySet<string>): void {
    this.#segmented = streamIds;
    for (const id of this.#segmenters.keys()) if (!streamIds.has(id)) this.#segmenters.delete(id);
    this.#want();
    // It has WebRTC viewers already: the next picture need not be a key frame.
    const begun = this.#segmenters;
    for (const id of this.#whep.watched) if (streamIds.has(id) && !begun.has(id)) this.#taps.askBeginning(id);
  }

  #want(): void {
    this.#taps.want(this.#segmented.union(this.#whep.watched));
  }

  #picture(source: EncodedSource, unit: AccessUnit): void {
    const { id } = source;
    this.#whep.give(id, unit);
    if (!this.#segmented.has(id)) return;
    const segmenter = this.#segmenters.get(id) ?? new Segmenter(source);
    this.#segmenters.set(id, segmenter);
    const segment = segmenter.push(unit);
    if (segment === undefined) return;
    const { report } = this.#deps;
    if (segment.head !== undefined) report({ what: 'head', streamId: id, head: segment.head });
    report({ what: 'segment', streamId: id, isKeyFrame: unit.isKeyFrame, bytes: segment.bytes });
  }

  #ended(streamId: string): void {
    this.#segmented = new Set([...this.#segmented].filter((id) => id !== streamId));
    this.#segmenters.delete(streamId);
    this.#whep.end(streamId);
    this.#deps.report({ what: 'ended', streamId });
  }

  #tellTime({ id, streamId }: Extract<BrowserOrder, { act: 'clock' }>): void {
    const unit = this.#taps.newest(streamId);
    const newest = unit && { rtpTime: unit.rtpTime, realTimeMs: unit.realTimeMs };
    this.#deps.report({ what: 'clock', id, nowMs: Date.now(), ...(newest !== undefined && { newest }) });
  }
}
