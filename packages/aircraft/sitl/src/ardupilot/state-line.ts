import type { TetheredAirframe } from '@kitestring/aircraft-simulator/airframe/tethered-airframe.ts';

/**
 * The state as a line of JSON for ArduPilot's SITL. Its reader looks for the first place of each name, so that `velocity`
 * comes before `velocity_wind`. Source: ArduPilot, libraries/SITL/SIM_JSON.cpp.
 */
export function stateLine({ air, electrics, multirotor, timeS }: TetheredAirframe): string {
  const { state } = multirotor;
  const { rates, specificForce } = state;
  const { kiteBattery } = electrics.power;
  const fields = {
    timestamp: timeS,
    imu: {
      gyro: [rates.forward, rates.right, rates.down],
      accel_body: [specificForce.forward, specificForce.right, specificForce.down],
    },
    position: [state.northM, state.eastM, -state.upM],
    quaternion: state.quaternion,
    velocity: [state.northMps, state.eastMps, -state.upMps],
    velocity_wind: [air.northMps, air.eastMps, -air.upMps],
    battery: { voltage: kiteBattery.voltageV, current: Math.max(0, kiteBattery.currentA) },
  };
  return `\n${JSON.stringify(fields)}\n`;
}
