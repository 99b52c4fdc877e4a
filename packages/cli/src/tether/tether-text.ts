import type { AirframeReading } from '@kitestring/aircraft-simulator/airframe/airframe-reading.ts';
import type { PortEvent, TetherEvent } from '@kitestring/aircraft-sitl';

/** A status line: what flies, on which tether, by which power. */
export function statusText(reading: AirframeReading): string {
  const { baseAngleDeg, batteryPercent, currentA, heightM, isCut, kiteV, motorC, paidOutM, powerW, tensionN, windMps } =
    reading;
  const line = isCut ? 'tether cut' : `tether ${paidOutM.toFixed(1)} m at ${baseAngleDeg.toFixed(0)}°`;
  return [
    `height ${heightM.toFixed(1)} m`,
    line,
    `tension ${tensionN.toFixed(1)} N`,
    `power ${powerW.toFixed(0)} W, ${kiteV.toFixed(0)} V, ${currentA.toFixed(1)} A`,
    `battery ${batteryPercent.toFixed(0)} %`,
    `motors ${motorC.toFixed(0)} °C`,
    `wind ${windMps.toFixed(1)} m/s`,
  ].join('  ');
}

const RESTARTS = {
  Connected: 'physics begin at time 0',
  AutopilotRestarted: 'the autopilot has started again: physics begin at time 0',
  Diverged: 'the state was no number any more: physics begin at time 0',
} as const;

export function tetherEventText(event: TetherEvent): string {
  switch (event.event) {
    case 'Restarted':
      return RESTARTS[event.reason];
    case 'LiftedOff':
      return 'lifted off';
    case 'TouchedDown':
      return `touched down at ${event.speedMps.toFixed(1)} m/s`;
    case 'Capsized':
      return 'capsized';
    case 'TetherParted':
      return `tether parted at a height of ${event.heightM.toFixed(1)} m: no power, no pull from now on`;
    case 'TetherReplaced':
      return 'tether replaced';
    case 'AllPaidOut':
      return `all ${event.lengthM} m of the tether are paid out`;
    case 'BatteryFeeds':
      return `the battery feeds the aircraft, ${event.percent.toFixed(0)} % left`;
    case 'TetherFeeds':
      return 'the tether feeds the aircraft';
    case 'PowerLost':
      return 'the aircraft has no power: its motors stop';
    case 'PowerReturned':
      return 'the aircraft has power again';
    case 'FaultBegan':
      return `fault ${event.fault} begins`;
    case 'FaultEnded':
      return `fault ${event.fault} ends`;
    case 'FaultRefused':
      return `fault ${event.fault} is not possible: ${event.reason}`;
    case 'WindChanged':
      return `wind ${event.speedMps} m/s from ${event.fromDeg}°`;
  }
}

export function portEventText({ event, peer }: PortEvent): string {
  switch (event) {
    case 'Connected':
      return `autopilot at ${peer}`;
    case 'Disconnected':
      return `autopilot at ${peer} has left`;
    case 'SecondPeer':
      return `a second autopilot at ${peer} gets no answer`;
    case 'Garbage':
      return `data from ${peer} are none of an autopilot`;
    case 'StepTooLong':
      return `${peer} wishes steps of 0.1 s or more: set SIM_RATE_HZ to 1200, its default`;
    case 'NoAnswer':
      return `${peer} does not answer: the simulation goes on slowly`;
  }
}

/** A reading with the names and units of our JSON. */
export const readingJson = (reading: AirframeReading): Readonly<Record<string, number | boolean>> => ({
  height_m: rounded(reading.heightM),
  east_m: rounded(reading.eastM),
  north_m: rounded(reading.northM),
  climb_mps: rounded(reading.climbMps),
  heading_deg: rounded(reading.headingDeg),
  tilt_deg: rounded(reading.tiltDeg),
  on_ground: reading.isOnGround,
  thrust_n: rounded(reading.thrustN),
  wind_mps: rounded(reading.windMps),
  paid_out_m: rounded(reading.paidOutM),
  reel_mps: rounded(reading.reelMps),
  tension_n: rounded(reading.tensionN),
  base_tension_n: rounded(reading.baseTensionN),
  base_angle_deg: rounded(reading.baseAngleDeg),
  tether_cut: reading.isCut,
  power_w: rounded(reading.powerW),
  supply_v: rounded(reading.supplyV),
  kite_v: rounded(reading.kiteV),
  current_a: rounded(reading.currentA),
  battery_percent: rounded(reading.batteryPercent),
  battery_v: rounded(reading.batteryV),
  battery_a: rounded(reading.batteryA),
  powered: reading.isPowered,
  motor_c: rounded(reading.motorC),
  spool_c: rounded(reading.spoolC),
});

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
