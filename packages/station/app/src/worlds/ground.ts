import { EquippedAircraft, LineEquipment, MavlinkWinch, WatchedEquipment } from '@kitestring/aircraft-ground';
import { type Clock, every } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import {
  addressFaultText,
  type MavlinkAddress,
  MavlinkLink,
  parseAddress,
  TransportFault,
} from '@kitestring/mavlink-link';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import type { Aircraft, GroundEquipment } from '@kitestring/station-core/ports';

/** Setting whose mistakes are told. */
const NAME = 'ground.equipment';
const STEP_US = 100_000;

interface GroundDeps {
  /** Link of the aircraft, on which there may be a winch. */
  readonly link: MavlinkLink;
  readonly clock: Clock;
  readonly log: Log;
}

/** A real aircraft with the ground equipment that belongs to it. */
interface Equipped {
  readonly aircraft: Aircraft;
  readonly equipment: GroundEquipment;
}

/**
 * Connects the ground equipment of a real aircraft.
 * @param setting absent: a winch on the link of the aircraft, if one is heard there
 * @throws SettingsFault for an address that is none, and for a port or a device that is not there
 */
export async function equip(
  aircraft: Aircraft,
  setting: string | undefined,
  { clock, link, log }: GroundDeps,
  cleanup: AsyncDisposableStack,
): Promise<Equipped> {
  const inner =
    setting === undefined ? cleanup.use(new MavlinkWinch(link)) : await connect(setting, link, clock, cleanup);
  const equipment = cleanup.use(new WatchedEquipment(inner, clock));
  equipment.onNote(({ severity, text }) => log[severity]({ ground: equipment.name }, `ground: ${text}`));
  return { aircraft: new EquippedAircraft(aircraft, equipment), equipment };
}

async function connect(
  setting: string,
  link: MavlinkLink,
  clock: Clock,
  cleanup: AsyncDisposableStack,
): Promise<GroundEquipment> {
  const [, protocol, text = ''] = /^(json|mavlink):(.*)$/s.exec(setting) ?? [];
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new SettingsFault(NAME, addressFaultText(parsed.fault));
  const { address } = parsed;
  try {
    if (protocol === 'mavlink') return await connectWinch(address, link, clock, cleanup);
    if (address.kind !== 'tcp' && address.kind !== 'serial') {
      throw new SettingsFault(NAME, `scheme: got "${address.kind}"; lines of JSON come over tcp:// or serial://`);
    }
    return cleanup.use(await LineEquipment.open(address, { clock }));
  } catch (error) {
    if (error instanceof TransportFault) throw new SettingsFault(NAME, error.message, { cause: error });
    throw error;
  }
}

/** A winch on a link of its own, on which the station is what it is on the link of the aircraft. */
async function connectWinch(
  address: MavlinkAddress,
  { ids }: MavlinkLink,
  clock: Clock,
  cleanup: AsyncDisposableStack,
): Promise<GroundEquipment> {
  const link = cleanup.use(await MavlinkLink.open(address, { ids, clock }));
  cleanup.defer(every(clock, STEP_US, () => link.step()));
  return cleanup.use(new MavlinkWinch(link));
}

/** For the banner; empty where there is no such equipment. */
export function groundText({ link, name }: GroundEquipment): string {
  if (link === 'NotHeard') return '';
  return link === 'Lost' ? '; ground equipment not heard' : `; ground equipment: ${name}`;
}
