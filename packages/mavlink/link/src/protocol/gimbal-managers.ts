import { DEG_PER_RAD } from '@kitestring/base/angles.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { GIMBAL_MANAGER_CAP_FLAGS } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { MavlinkCommandSender, ProtocolLink } from './command-sender.ts';
import { requestMessage } from './request-message.ts';

/** Least and most of an axis, degrees; undefined where the manager knows none. */
export type AxisRange = readonly [leastDeg: number, mostDeg: number] | undefined;

/** A component that takes orders for a gimbal. */
export interface GimbalManager {
  readonly ids: MavlinkIds;
  /** Component of the gimbal, or 1 to 6 for one that is wired to the manager. */
  readonly deviceId: number;
  readonly pitchDeg: AxisRange;
  readonly yawDeg: AxisRange;
  readonly hasYawAxis: boolean;
  readonly hasPitchAxis: boolean;
}

/** Which manager gets the orders for a gimbal. */
export type ManagerChoice =
  | { readonly choice: 'None' }
  | { readonly choice: 'One'; readonly manager: GimbalManager }
  /** Several claim the gimbal, and none is the gimbal itself: they may fight, so it is told. */
  | { readonly choice: 'Contested'; readonly manager: GimbalManager; readonly others: readonly GimbalManager[] };

const FURTHER_WITHIN_US = 300_000;
/** Highest number of a gimbal that is wired to its manager; others are components. */
const WIRED_MAX = 6;

/** Asks each component whether it manages gimbals. One that says nothing is none. */
export async function findGimbalManagers(
  link: ProtocolLink,
  commands: MavlinkCommandSender,
  candidates: readonly MavlinkIds[],
): Promise<readonly GimbalManager[]> {
  const found = new Map<string, GimbalManager>();
  // A manager of several gimbals answers with one message for each.
  const cancel = link.onMessage(({ component, fields, name, system }) => {
    if (name !== 'GIMBAL_MANAGER_INFORMATION') return;
    if (!candidates.some((each) => each.system === system && each.component === component)) return;
    found.set(`${component} ${fields.gimbal_device_id}`, managerOf({ system, component }, fields));
  });
  await Promise.all(
    candidates.map((target) => requestMessage(link, commands, { target, name: 'GIMBAL_MANAGER_INFORMATION' })),
  );
  // The messages about further gimbals follow the first.
  await new Promise<void>((resolve) => link.clock.schedule(link.clock.nowUs() + FURTHER_WITHIN_US, () => resolve()));
  cancel();
  return [...found.values()].toSorted((a, b) => a.ids.component - b.ids.component || a.deviceId - b.deviceId);
}

/** The manager for the first gimbal: the gimbal itself where it is its own manager, else the autopilot, else the first. */
export function chooseGimbalManager(managers: readonly GimbalManager[]): ManagerChoice {
  const ownManager = managers.find(({ deviceId, ids }) => deviceId > WIRED_MAX && deviceId === ids.component);
  if (ownManager !== undefined) return { choice: 'One', manager: ownManager };
  const [manager] = managers;
  if (manager === undefined) return { choice: 'None' };
  const others = managers.filter((other) => other !== manager && other.deviceId === manager.deviceId);
  return others.length === 0 ? { choice: 'One', manager } : { choice: 'Contested', manager, others };
}

function managerOf(ids: MavlinkIds, fields: MessageFields['GIMBAL_MANAGER_INFORMATION']): GimbalManager {
  const { HAS_PITCH_AXIS, HAS_YAW_AXIS } = GIMBAL_MANAGER_CAP_FLAGS;
  return {
    ids,
    deviceId: fields.gimbal_device_id,
    pitchDeg: range(fields.pitch_min, fields.pitch_max),
    yawDeg: range(fields.yaw_min, fields.yaw_max),
    hasPitchAxis: (fields.cap_flags & HAS_PITCH_AXIS) !== 0,
    hasYawAxis: (fields.cap_flags & HAS_YAW_AXIS) !== 0,
  };
}

function range(leastRad: number, mostRad: number): AxisRange {
  if (!(Number.isFinite(leastRad) && Number.isFinite(mostRad) && leastRad < mostRad)) return undefined;
  return [leastRad * DEG_PER_RAD, mostRad * DEG_PER_RAD];
}
