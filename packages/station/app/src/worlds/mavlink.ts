import { type BatteryIds, MavlinkAircraft } from '@kitestring/aircraft-mavlink';
import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import {
  addressFaultText,
  addressText,
  LinkSigning,
  type MavlinkAddress,
  MavlinkLink,
  parseAddress,
  passphraseKey,
  silenceHint,
  TransportFault,
} from '@kitestring/mavlink-link';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { MakeWorld } from '../core.ts';
import { rememberSigning, storedTimestamp } from '../mavlink/signing-memory.ts';
import { equip, groundText } from './ground.ts';
import { LaterClock } from './later-clock.ts';
import { operatorData } from './remote-id-operator.ts';
import type { World } from './world.ts';

/** As ground stations usually have it; vehicles are 1. */
const OUR_IDS = { system: 255, component: 190 };
/** An autopilot sends a heartbeat every second. */
const HEARD_WITHIN_MS = 3000;

/** A real aircraft on an open link, from before the start of a station until after its end. */
export interface MavlinkConnection extends AsyncDisposable {
  readonly makeWorld: MakeWorld<World>;
  /** The autopilot and its link, for people. Resolves with its first heartbeat, or soon without one. */
  describe(): Promise<string>;
}

interface ConnectOptions {
  /** `mavlink:` and an address. */
  readonly setting: string;
  /** Highest altitude that the tether permits, metres. */
  readonly ceilingM: number;
  readonly log: Log;
  /** Setting of its ground equipment; absent: a winch on the same link. */
  readonly ground: string | undefined;
  /** Absent: nothing is signed, and everything is taken. */
  readonly passphrase: string | undefined;
  /** Absent: they are told apart by themselves. */
  readonly batteryIds?: BatteryIds;
}

/**
 * Opens the link to a real aircraft.
 * @throws SettingsFault for an address that is none, and for a port or a device that is not there
 */
export async function connectMavlink(options: ConnectOptions): Promise<MavlinkConnection> {
  const { batteryIds, ceilingM, ground, log, passphrase, setting } = options;
  const parsed = parseAddress(setting);
  if (!parsed.ok) throw new SettingsFault('aircraft', addressFaultText(parsed.fault));
  await using cleanup = new AsyncDisposableStack();
  const real = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
  const clock = new LaterClock(real);
  const signing =
    passphrase === undefined ? undefined : new LinkSigning({ key: passphraseKey(passphrase), last: 0 }, real);
  const link = cleanup.use(await openLink(parsed.address, real, signing));
  const address = addressText(parsed.address);
  // Its deadlines stay monotonic, whatever the clock of the machine is set to.
  const stationUs = (linkUs: number) => linkUs + clock.aheadUs;
  const aircraft = cleanup.use(new MavlinkAircraft({ link, address, ceilingM, signing, batteryIds, stationUs }));
  aircraft.onNote(({ severity, text }) => log[severity]({ aircraft: aircraft.identity.kiteName }, `aircraft: ${text}`));
  const flown = await equip(aircraft, ground, { link, clock: real, log }, cleanup);
  const owned = cleanup.move();
  return {
    makeWorld: ({ remoteId }, startTimeUs) => {
      clock.setForward(startTimeUs);
      const attach = (station: Station, documents: DocumentStore) => {
        const letGo = aircraft.useOperator(() => operatorData(station, remoteId));
        signing?.continueAfter(storedTimestamp(documents));
        const memory = signing && rememberSigning(signing, documents, real);
        return () => {
          letGo();
          memory?.[Symbol.dispose]();
        };
      };
      const setForward = (toUs: number) => clock.setForward(toUs);
      return { ...flown, attach, clock, link, scene: noScene, setForward };
    },
    async describe() {
      await heard(aircraft);
      const { kiteName } = aircraft.identity;
      const flying =
        kiteName === undefined
          ? `no autopilot heard yet on ${address}${silenceHint(parsed.address)}`
          : `${kiteName}, by ${address}`;
      return `${flying}${groundText(flown.equipment)}`;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openLink(address: MavlinkAddress, clock: Clock, signing: LinkSigning | undefined): Promise<MavlinkLink> {
  try {
    return await MavlinkLink.open(address, { ids: OUR_IDS, clock, signing });
  } catch (error) {
    if (error instanceof TransportFault) throw new SettingsFault('aircraft', error.message, { cause: error });
    throw error;
  }
}

/** Safety: a picture that is drawn, not seen, is never shown of a real aircraft. */
function noScene(): never {
  throw new Error('a real aircraft has no synthetic picture');
}

function heard(aircraft: MavlinkAircraft): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      cancel();
      resolve();
    };
    const timer = setTimeout(end, HEARD_WITHIN_MS);
    const cancel = aircraft.onSample(() => {
      if (aircraft.session?.version !== undefined) end();
    });
  });
}
