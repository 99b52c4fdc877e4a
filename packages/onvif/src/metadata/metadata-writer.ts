import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { FrameTruth } from '@kitestring/video-process/source';
import { type AnalyticsModule, analyticsModule } from '../analytics/analytics-module.ts';
import { delayedFrames } from '../analytics/delayed-frames.ts';
import { noisyFrame, type ToldFrame } from '../analytics/object-noise.ts';
import type { EventBroker } from '../events/event-broker.ts';
import type { EventSubscription } from '../events/subscription.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import type { PtzControl } from '../ptz/ptz-control.ts';
import { moveStatus, ptzPosition } from '../ptz/ptz-status.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { frameMarkup, metadataDocument, statusMarkup } from './metadata-document.ts';
import { type MetadataSettings, metadataSettings } from './metadata-settings.ts';

/** Documents with objects, and looks at the camera without. */
const EVERY_US = US_PER_S / 5;
/** A picture may come a little before its time, or each second one of five would be lost. */
const EARLY_US = EVERY_US / 10;
/** Without news. */
const AGAIN_US = US_PER_S;
const EVENTS_MAX = 50;
const SUBSCRIPTION_S = 3600;
/** No user of the camera can have this name. */
const USER = ':metadata';

export interface MetadataWriterDeps {
  readonly station: OnvifStation;
  readonly ptz: PtzControl;
  readonly events: EventBroker;
  /** Real time. */
  readonly realClock: Clock;
}

/** Documents of one stream while clients receive them: objects of pictures, state of the camera, events. */
export class MetadataWriter {
  readonly #deps: MetadataWriterDeps;
  readonly #streamId: string;
  readonly #endTicks: Cancel;
  #stream: OnvifStream | undefined;
  #settings: MetadataSettings | undefined;
  #module: AnalyticsModule | undefined;
  #waiting: readonly ToldFrame[] = [];
  #subscription: EventSubscription | undefined;
  #endObjects: Cancel | undefined;
  #shownStatus = '';
  #statusUs = Number.NEGATIVE_INFINITY;
  #frameUs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(streamId: string, deps: MetadataWriterDeps) {
    this.#streamId = streamId;
    this.#deps = deps;
    this.#endTicks = every(deps.realClock, EVERY_US, () => this.#tick());
  }

  /** Sends the whole state, by the present settings: to a client that begins, or asks for it. */
  async begin(): Promise<void> {
    const { station } = this.#deps;
    const stream = (await station.streams()).find(({ stream_id: id }) => id === this.#streamId);
    if (this.#isClosed) return;
    this.#stream = stream;
    this.#settings = metadataSettings(station.documents, this.#streamId);
    this.#module = this.#settings.hasObjects ? analyticsModule(station.documents, this.#streamId) : undefined;
    this.#endEvents();
    if (this.#module === undefined) this.#stopObjects();
    this.#statusUs = Number.NEGATIVE_INFINITY;
    this.#frameUs = Number.NEGATIVE_INFINITY;
    this.#tick();
  }

  close(): void {
    this.#isClosed = true;
    this.#endTicks();
    this.#stopObjects();
    this.#endEvents();
  }

  get #nowUs(): number {
    return this.#deps.realClock.nowUs();
  }

  #tick(): void {
    if (this.#settings === undefined) return;
    // Refused while the stream has no pictures: tried again.
    if (this.#module !== undefined)
      this.#endObjects ??= this.#deps.station.metadata.followObjects(this.#streamId, (frame) => this.#onFrame(frame));
    if (this.#nowUs - this.#frameUs > AGAIN_US) this.#send();
  }

  #onFrame(frame: FrameTruth): void {
    const nowUs = this.#nowUs;
    if (nowUs < this.#frameUs + EVERY_US - EARLY_US) return;
    // Counted from when it was due, or pictures every 67 ms would give three documents in 0.8 s.
    this.#frameUs = nowUs - this.#frameUs < 2 * EVERY_US ? this.#frameUs + EVERY_US : nowUs;
    if (this.#module === undefined) return;
    const { noise } = this.#module;
    const { due, waiting } = delayedFrames(this.#waiting, noisyFrame(frame, noise), noise.delayS);
    this.#waiting = waiting;
    // The track goes on in the time of its pictures, also while the objects of one come late.
    for (const one of due) this.#send({ ...one, rtpTime: frame.rtpTime });
    if (due.length === 0) this.#send();
  }

  #send(frame?: ToldFrame): void {
    const parts = [frame && frameMarkup(frame), this.#status(), this.#events()].filter((part) => part !== undefined);
    if (parts.length === 0) return;
    const text = metadataDocument(parts);
    this.#deps.station.metadata.send(this.#streamId, { text, ...(frame && { rtpTime: frame.rtpTime }) });
  }

  /** When it has changed, and each second. */
  #status(): Markup | undefined {
    const { hasMoveStatus = false, hasPosition = false } = this.#settings ?? {};
    if (this.#stream === undefined || (!hasMoveStatus && !hasPosition)) return undefined;
    const position = hasPosition ? ptzPosition(this.#deps, this.#stream) : undefined;
    const content = xml`${position}${hasMoveStatus ? moveStatus(this.#deps, this.#stream) : undefined}`;
    if (content.text === this.#shownStatus && this.#nowUs - this.#statusUs < AGAIN_US) return undefined;
    this.#shownStatus = content.text;
    this.#statusUs = this.#nowUs;
    return statusMarkup(content, this.#deps.station.clock.nowUs());
  }

  #events(): Markup | undefined {
    const { contents, hasEvents = false, topics } = this.#settings ?? {};
    if (!hasEvents) return undefined;
    const { events } = this.#deps;
    if (this.#subscription?.ended.aborted !== false) {
      // Refused while recorders have all subscriptions: tried again.
      if (!events.hasRoom) return undefined;
      this.#subscription = events.subscribe(USER, { topics, contents }, SUBSCRIPTION_S);
    }
    events.pulled(this.#subscription);
    const taken = this.#subscription.take(EVENTS_MAX);
    return taken.length === 0 ? undefined : xml`<tt:Event>${taken.map(({ message }) => message)}</tt:Event>`;
  }

  #stopObjects(): void {
    this.#endObjects?.();
    this.#endObjects = undefined;
    this.#waiting = [];
  }

  #endEvents(): void {
    if (this.#subscription !== undefined) this.#deps.events.end(this.#subscription);
    this.#subscription = undefined;
  }
}
