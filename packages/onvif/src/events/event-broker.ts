import { randomBytes } from 'node:crypto';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { OnvifProperty, OnvifStation } from '../onvif-station.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { pushEvents } from './event-consumer.ts';
import type { EventItem } from './item-filter.ts';
import { MEASURED_TOPICS, MonitoringStates } from './monitoring-states.ts';
import { MOTION, PICTURE_TOPICS, PictureJudge } from './picture-judge.ts';
import {
  announcement,
  EventFilter,
  EventSubscription,
  propertyEvent,
  propertyKey,
  type WantedEvents,
} from './subscription.ts';

export interface AnnouncedItems {
  /** Items that tell of what, the first with a token. */
  readonly source: readonly [token: string, ...more: string[]];
  readonly data?: readonly string[];
}

const PRESET_ITEMS = { source: ['PTZConfigurationToken'], data: ['PresetToken', 'PresetName'] } as const;

/** Changes that are no states. */
export const ANNOUNCEMENTS = {
  'Media/ProfileChanged': { source: ['Token'] },
  'Media/ConfigurationChanged': { source: ['Token', 'Type'] },
  'PTZController/PTZPresets/Invoked': PRESET_ITEMS,
  'PTZController/PTZPresets/Reached': PRESET_ITEMS,
  'PTZController/PTZPresets/Aborted': PRESET_ITEMS,
  'PTZController/PTZPresets/Left': PRESET_ITEMS,
  'Device/SecurityPolicy/AuthFailed': { source: ['NetworkInterface'], data: ['SourceIPv4', 'SourceIPv6'] },
} as const satisfies Readonly<Record<string, AnnouncedItems>>;

const LAST_REBOOT = 'Monitoring/OperatingTime/LastReboot';
const SUBSCRIPTIONS_MAX = 32;
export const CONSUMERS_MAX = 16;
/** As many as one client can have. */
export const PER_USER_MAX = 10;
const LIFETIME_S = { default: 60, max: 86_400 };
/** A subscription that was not pulled for so long may be ended for a new one of the same user. */
const FORGOTTEN_MS = 60_000;

interface EventBrokerDeps {
  readonly station: Pick<
    OnvifStation,
    | 'batteryPercent'
    | 'clock'
    | 'documents'
    | 'gimbal'
    | 'identity'
    | 'mainStream'
    | 'metadata'
    | 'onPropertyChange'
    | 'processorTimes'
    | 'properties'
    | 'thermalStream'
  >;
  readonly realClock: Clock;
}

/** Subscriptions to events. The station is observed only while there are some. */
export class EventBroker {
  readonly #deps: EventBrokerDeps;
  readonly #subscriptions = new Map<string, EventSubscription>();
  readonly #shown = new Map<string, string>();
  readonly #monitoring: MonitoringStates;
  readonly #pictures: PictureJudge;
  readonly #thermal: PictureJudge;
  #restartedUs: number | undefined;
  #stopObserving: Cancel | undefined;
  #cancelExpiry: Cancel = () => {};

  constructor(deps: EventBrokerDeps) {
    this.#deps = deps;
    const { station } = deps;
    const told = { ...deps, onChange: () => this.lookAgain() };
    this.#monitoring = new MonitoringStates(told);
    this.#pictures = new PictureJudge({ ...told, kind: 'main', streamId: () => station.mainStream() });
    const thermalId = () => (station.thermalStream() === station.mainStream() ? undefined : station.thermalStream());
    this.#thermal = new PictureJudge({ ...told, kind: 'thermal', streamId: thermalId });
  }

  /** States of the station, and of its pictures. */
  properties(): readonly OnvifProperty[] {
    const observed = [this.#monitoring, this.#pictures, this.#thermal];
    const own = this.#deps.station.properties().map((one) => (one.topic === LAST_REBOOT ? this.#reboot(one) : one));
    return [...own, ...observed.flatMap((one) => one.properties())];
  }

  /** Everything that may be subscribed to. */
  get topics(): readonly string[] {
    return [...this.properties().map(({ topic }) => topic), ...Object.keys(ANNOUNCEMENTS)];
  }

  get #nowMs(): number {
    return this.#deps.realClock.nowUs() / 1000;
  }

  get count(): number {
    return this.#subscriptions.size;
  }

  get hasWaiting(): boolean {
    return [...this.#subscriptions.values()].some(({ isWaiting }) => isWaiting);
  }

  /** A subscription selects one of these topics. */
  wants(topics: readonly string[]): boolean {
    return [...this.#subscriptions.values()].some(({ filter }) => filter.fits(topics));
  }

  /** One more subscription is possible. */
  get hasRoom(): boolean {
    return this.#subscriptions.size < SUBSCRIPTIONS_MAX;
  }

  /**
   * Adds a subscription that begins with the state of all properties.
   * @param consumer address to which messages are sent; absent: they are pulled @throws SoapFault when there are too many
   */
  subscribe(
    user: string,
    wanted: WantedEvents,
    lifetimeS: number = LIFETIME_S.default,
    consumer?: URL,
  ): EventSubscription {
    const filter = new EventFilter(wanted);
    if (!filter.fits(this.topics))
      throw argumentFault('no topic of this device is selected: GetEventProperties lists them', 'InvalidFilter');
    this.#makeRoom(user);
    if (consumer !== undefined) this.#checkConsumers();
    const lifetimeMs = Math.min(LIFETIME_S.max, Math.max(1, lifetimeS)) * 1000;
    const id = randomBytes(12).toString('base64url');
    const subscription = new EventSubscription({
      id,
      user,
      filter,
      lifetimeMs,
      nowMs: this.#nowMs,
      isPushed: consumer !== undefined,
    });
    this.#subscriptions.set(id, subscription);
    this.#observe();
    this.synchronize(subscription);
    this.#expire();
    if (consumer !== undefined) void this.#push(subscription, consumer);
    return subscription;
  }

  /** @throws SoapFault for one that has ended, or is another user's */
  find(id: string | undefined, user: string): EventSubscription {
    this.#expire();
    const found = id === undefined ? undefined : this.#subscriptions.get(id);
    if (found?.user !== user) throw argumentFault('there is no such subscription of this user', 'ResourceUnknown');
    return found;
  }

  renew(subscription: EventSubscription, lifetimeS: number = LIFETIME_S.default): void {
    subscription.expiresMs = this.#nowMs + Math.min(LIFETIME_S.max, Math.max(1, lifetimeS)) * 1000;
    this.#expire();
  }

  leftMs({ expiresMs }: EventSubscription): number {
    return expiresMs - this.#nowMs;
  }

  pulled(subscription: EventSubscription): void {
    subscription.pulled(this.#nowMs);
  }

  /** Waits for a message, at most so long. */
  wait(subscription: EventSubscription, withinS: number, signal: AbortSignal): Promise<void> {
    const { realClock } = this.#deps;
    return subscription.wait(signal, (callback) =>
      realClock.schedule(realClock.nowUs() + withinS * US_PER_S, callback),
    );
  }

  /** Sends the state of all properties again. */
  synchronize(subscription: EventSubscription): void {
    const { clock } = this.#deps.station;
    for (const property of this.properties()) subscription.add(propertyEvent(property, 'Initialized', clock.nowUs()));
  }

  /** Tells subscribers of a change. @param values of the items of the topic, in their order; undefined leaves one out */
  announce(topic: keyof typeof ANNOUNCEMENTS, ...values: readonly (string | undefined)[]): void {
    const { data = [], source }: AnnouncedItems = ANNOUNCEMENTS[topic];
    const given = (names: readonly string[], first: number) =>
      names
        .map((name, index) => [name, values[first + index]] as const)
        .filter((one): one is EventItem => one[1] !== undefined);
    const items = { source: given(source, 0), data: given(data, source.length) };
    const event = announcement(topic, items, this.#deps.station.clock.nowUs());
    for (const subscription of this.#subscriptions.values()) subscription.add(event);
  }

  end(subscription: EventSubscription): void {
    subscription.end();
    this.#subscriptions.delete(subscription.id);
    this.#watch();
    if (this.#subscriptions.size > 0) return;
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.#cancelExpiry();
  }

  /** The camera starts again, without the station. */
  restart(): void {
    this.#restartedUs = this.#deps.station.clock.nowUs();
    this.close();
  }

  #reboot(property: OnvifProperty): OnvifProperty {
    if (this.#restartedUs === undefined) return property;
    return { ...property, data: { ...property.data, value: new Date(this.#restartedUs / 1000).toISOString() } };
  }

  close(): void {
    for (const subscription of [...this.#subscriptions.values()]) this.end(subscription);
  }

  /** A consumer that takes nothing loses its subscription. */
  async #push(subscription: EventSubscription, consumer: URL): Promise<void> {
    await pushEvents(subscription, consumer, this.#deps.realClock);
    if (!subscription.ended.aborted) this.end(subscription);
  }

  #checkConsumers(): void {
    const pushed = [...this.#subscriptions.values()].filter(({ isPushed }) => isPushed);
    if (pushed.length >= CONSUMERS_MAX)
      throw new SoapFault('Receiver', 'Action/MaxPullPoints', `events are sent to at most ${CONSUMERS_MAX} consumers`);
  }

  #makeRoom(user: string): void {
    this.#expire();
    const own = [...this.#subscriptions.values()].filter((one) => one.user === user);
    if (own.length < PER_USER_MAX && this.#subscriptions.size < SUBSCRIPTIONS_MAX) return;
    const oldest = own.toSorted((one, other) => one.pulledMs - other.pulledMs)[0];
    if (oldest === undefined || oldest.isWaiting || oldest.isPushed || this.#nowMs - oldest.pulledMs < FORGOTTEN_MS)
      throw new SoapFault(
        'Receiver',
        'Action/MaxPullPoints',
        `a user has at most ${PER_USER_MAX} subscriptions, all users ${SUBSCRIPTIONS_MAX}`,
      );
    this.end(oldest);
  }

  #watch(): void {
    this.#monitoring.setWanted(this.wants(MEASURED_TOPICS));
    this.#pictures.setWanted(this.wants(PICTURE_TOPICS));
    this.#thermal.setWanted(this.wants([MOTION]));
  }

  #observe(): void {
    this.#watch();
    if (this.#stopObserving !== undefined) return;
    const { station } = this.#deps;
    for (const property of this.properties()) this.#shown.set(propertyKey(property), String(property.data.value));
    this.#stopObserving = station.onPropertyChange(() => this.lookAgain());
  }

  /** Tells what has changed. */
  lookAgain(): void {
    const { clock } = this.#deps.station;
    for (const property of this.properties()) if (this.#isNew(property)) this.#tell(property, clock.nowUs());
  }

  #isNew(property: OnvifProperty): boolean {
    const [key, value] = [propertyKey(property), String(property.data.value)];
    if (this.#shown.get(key) === value) return false;
    this.#shown.set(key, value);
    return true;
  }

  #tell(property: OnvifProperty, timeUs: number): void {
    const event = propertyEvent(property, 'Changed', timeUs);
    for (const subscription of this.#subscriptions.values()) subscription.add(event);
  }

  /** Ends what is over, and looks again when the next one is. */
  #expire(): void {
    for (const subscription of [...this.#subscriptions.values()]) {
      if (!subscription.isWaiting && this.leftMs(subscription) <= 0) this.end(subscription);
    }
    this.#cancelExpiry();
    if (this.#subscriptions.size === 0) return;
    const { realClock } = this.#deps;
    const nextMs = Math.min(...[...this.#subscriptions.values()].map(({ expiresMs }) => expiresMs));
    const atUs = Math.max(nextMs * 1000, realClock.nowUs() + US_PER_S);
    this.#cancelExpiry = realClock.schedule(atUs, () => this.#expire());
  }
}
