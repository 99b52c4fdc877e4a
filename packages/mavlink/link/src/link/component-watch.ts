import type { Message, MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { hasTwoSenders, SEQUENCE_START, type SequenceWatch, withPacket } from './sequence-watch.ts';

/** Nothing at all for this long: several heartbeats have failed to come. */
const SILENT_US = 4_000_000;
/** An autopilot whose telemetry still comes has this long for the next heartbeat, of which a bad line loses several in a row. */
const NO_HEARTBEAT_US = 10_000_000;
/** Both ends were heard within this time: two sources, not one that has moved to another port. */
const BOTH_HEARD_US = 3_000_000;
/** Clocks of a component run on over lost and mixed-up packets; a jump back by this much is a new start. */
const RESTART_MS = 5000;
/** Vehicles and their parts on one link. What else claims an id is not watched. */
const COMPONENTS_MAX = 32;

/** System and component, which is how MAVLink addresses. */
export interface MavlinkIds {
  readonly system: number;
  readonly component: number;
}

export interface WatchedComponent extends MavlinkIds {
  readonly state: 'Heard' | 'Lost';
  /** Latest heartbeat. */
  readonly heartbeat: MessageFields['HEARTBEAT'];
  readonly heartbeatUs: number;
  /** Latest packet of any kind, microseconds. */
  readonly heardUs: number;
  /** The other end through which it was heard last. */
  readonly peer: string;
  readonly sequence: SequenceWatch;
  /** Two sources claim these ids: orders may reach the wrong one. */
  readonly isShared: boolean;
}

export type LinkEvent =
  | { readonly event: 'ComponentAppeared' | 'ComponentReturned' | 'ComponentRestarted'; readonly of: MavlinkIds }
  | { readonly event: 'ComponentLost'; readonly of: MavlinkIds; readonly silentS: number }
  /** Two sources send as one component: their packets are numbered differently, or come from two ends. */
  | { readonly event: 'IdsShared'; readonly of: MavlinkIds; readonly by: 'Numbers' | 'Ends' }
  /** Another sender uses our own ids, or a vehicle has our system id: neither can tell our orders from its own. */
  | { readonly event: 'OurIdsUsed'; readonly of: MavlinkIds; readonly peer: string };

type Entry = { -readonly [Name in keyof WatchedComponent]: WatchedComponent[Name] };

interface Watched extends Entry {
  otherPeer: string | undefined;
  otherHeardUs: number;
  bootMs: number;
}

const key = ({ component, system }: MavlinkIds): number => system * 256 + component;

/** Which components are there. No timer of its own: `lostAt` is called by the control loop. */
export class ComponentWatch {
  readonly #ours: MavlinkIds;
  readonly #components = new Map<number, Watched>();
  #isOursUsed = false;

  constructor(ours: MavlinkIds) {
    this.#ours = ours;
  }

  get all(): readonly WatchedComponent[] {
    return [...this.#components.values()];
  }

  find(ids: MavlinkIds): WatchedComponent | undefined {
    return this.#components.get(key(ids));
  }

  /** Takes a message in. @returns what has changed */
  take(message: Message, peer: string, nowUs: number): LinkEvent[] {
    const known = this.#components.get(key(message));
    if (known === undefined) return message.name === 'HEARTBEAT' ? this.#add(message, peer, nowUs) : [];
    known.sequence = withPacket(known.sequence, message.sequence);
    known.heardUs = nowUs;
    const events = [...heardFrom(known, peer, nowUs), ...restarted(known, message)];
    if (message.name !== 'HEARTBEAT') return events;
    known.heartbeat = message.fields;
    known.heartbeatUs = nowUs;
    if (known.state === 'Lost') {
      known.state = 'Heard';
      events.push({ event: 'ComponentReturned', of: idsOf(known) });
    }
    return events;
  }

  /** Components that are lost by now. */
  lostAt(nowUs: number): LinkEvent[] {
    return [...this.#components.values()].flatMap((each): LinkEvent[] => {
      const isSilent = nowUs - each.heardUs >= SILENT_US || nowUs - each.heartbeatUs >= NO_HEARTBEAT_US;
      if (each.state === 'Lost' || !isSilent) return [];
      each.state = 'Lost';
      return [{ event: 'ComponentLost', of: idsOf(each), silentS: (nowUs - each.heartbeatUs) / 1e6 }];
    });
  }

  #add(message: Message<'HEARTBEAT'>, peer: string, nowUs: number): LinkEvent[] {
    const of = idsOf(message);
    const isOurs = key(of) === key(this.#ours);
    const isVehicleWithOurSystem = of.system === this.#ours.system && isVehicle(message.fields);
    const events: LinkEvent[] = [];
    if ((isOurs || isVehicleWithOurSystem) && !this.#isOursUsed) {
      this.#isOursUsed = true;
      events.push({ event: 'OurIdsUsed', of, peer });
    }
    if (isOurs || !this.#hasPlace()) return events;
    this.#components.set(key(of), {
      ...of,
      state: 'Heard',
      heartbeat: message.fields,
      heartbeatUs: nowUs,
      heardUs: nowUs,
      peer,
      otherPeer: undefined,
      otherHeardUs: 0,
      sequence: withPacket(SEQUENCE_START, message.sequence),
      isShared: false,
      bootMs: 0,
    });
    return [...events, { event: 'ComponentAppeared', of }];
  }

  /** A lost component gives its place to one that is there. */
  #hasPlace(): boolean {
    if (this.#components.size < COMPONENTS_MAX) return true;
    const [lost] = [...this.#components].find(([, { state }]) => state === 'Lost') ?? [];
    return lost !== undefined && this.#components.delete(lost);
  }
}

const idsOf = ({ component, system }: MavlinkIds): MavlinkIds => ({ system, component });

/** Follows a component that has moved to another end; two ends at once are two sources. */
function heardFrom(known: Watched, peer: string, nowUs: number): LinkEvent[] {
  const byNumbers = hasTwoSenders(known.sequence);
  let byEnds = false;
  if (known.peer !== peer) {
    byEnds = known.otherPeer === peer && nowUs - known.otherHeardUs < BOTH_HEARD_US;
    known.otherPeer = known.peer;
    known.otherHeardUs = nowUs;
    known.peer = peer;
  } else if (known.isShared) {
    byEnds = known.otherPeer !== undefined && nowUs - known.otherHeardUs < BOTH_HEARD_US;
  }
  const wasShared = known.isShared;
  known.isShared = byNumbers || byEnds;
  if (wasShared || !known.isShared) return [];
  return [{ event: 'IdsShared', of: idsOf(known), by: byEnds ? 'Ends' : 'Numbers' }];
}

function restarted(known: Watched, { fields }: Message): LinkEvent[] {
  const bootMs = 'time_boot_ms' in fields ? fields.time_boot_ms : 0;
  if (bootMs === 0) return [];
  const isNew = bootMs < known.bootMs - RESTART_MS;
  known.bootMs = isNew ? bootMs : Math.max(known.bootMs, bootMs);
  return isNew ? [{ event: 'ComponentRestarted', of: idsOf(known) }] : [];
}

/** Whether a heartbeat is an autopilot's. Ground stations, gimbals and cameras have none. */
export const isVehicle = ({ autopilot, type }: MessageFields['HEARTBEAT']): boolean =>
  autopilot !== MAV_AUTOPILOT.INVALID && type !== MAV_TYPE.GCS;

/** The vehicle of a link as far as its heartbeats tell. */
export type VehicleLink =
  | { readonly state: 'NotHeard' }
  | { readonly state: 'Connected' | 'Lost'; readonly vehicle: WatchedComponent }
  /** Two vehicles, or two sources of one id: no order may be sent. */
  | { readonly state: 'Ambiguous'; readonly vehicles: readonly WatchedComponent[] };

/** @param system the only one that counts; absent: whichever is alone on the link */
export function vehicleLink(components: readonly WatchedComponent[], system?: number): VehicleLink {
  const all = components.filter(
    (each) => isVehicle(each.heartbeat) && (system === undefined || each.system === system),
  );
  const heard = all.filter(({ state }) => state === 'Heard');
  const [first, second] = heard;
  if (second !== undefined || first?.isShared === true) return { state: 'Ambiguous', vehicles: heard };
  if (first !== undefined) return { state: 'Connected', vehicle: first };
  const latest = all.toSorted((a, b) => b.heardUs - a.heardUs)[0];
  return latest === undefined ? { state: 'NotHeard' } : { state: 'Lost', vehicle: latest };
}
