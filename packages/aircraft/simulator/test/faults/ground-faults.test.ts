import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import { FaultedFlight, hasHazard, LATITUDE_M, LONGITUDE_M } from './faulted-flight.ts';

describe('motor_failure', () => {
  it('is found within half a second, and the Kite stays in the air on the others', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'motor_failure', parameters: { motor: 4 } });
    within(flight.until(hasHazard('motorFailed'), 2), 0, 0.5);
    flight.advance(10);
    within(flight.motion.upM, 18, 22);
    assert.equal(flight.aircraft.truth().rotor_thrust_n[3], 0);
  });
});

describe('motor_degraded', () => {
  it('is found, and flies', () => {
    const flight = FaultedFlight.at(20);
    flight.inject({ type: 'motor_degraded', parameters: { motor: 2 } });
    flight.until(hasHazard('motorWeak'), 4);
    assert.equal(flight.hazards.motorFailed, false);
    flight.advance(10);
    within(flight.motion.upM, 19, 21);
  });
});

describe('main_power_loss', () => {
  it('shows no input voltage, and the batteries give', () => {
    const flight = FaultedFlight.at(10);
    flight.inject({ type: 'main_power_loss' });
    within(flight.until(hasHazard('mainPowerLost'), 2), 0, 1);
    within(flight.sample.groundStation.inputVoltageV, 0, 1);
    const before = flight.kite.batteryPercent ?? 0;
    flight.advance(20);
    within(flight.kite.batteryPercent, before - 40, before - 5);
    // Without commands it has landed by itself.
    assert.equal(flight.kite.landedState, 'OnGround');
  });
});

describe('tether_voltage_loss', () => {
  for (const severity of [1, 0.9]) {
    it(`of severity ${severity} shows a low voltage at the Kite and is found as damage`, () => {
      const flight = FaultedFlight.at(10);
      const healthyV = flight.kite.supplyVoltageV ?? 0;
      const fault = flight.inject({ type: 'tether_voltage_loss', severity });
      flight.until(hasHazard('tetherDamaged'), 3);
      within(flight.kite.supplyVoltageV, 0, severity === 1 ? 1 : healthyV - 10);
      assert.equal(flight.hazards.mainPowerLost, false);
      flight.clear(fault);
      flight.until((sample) => !hasHazard('tetherDamaged')(sample), 15);
    });
  }
});

describe('overheating', () => {
  it('makes motors and converters hot, not the Ground Station’s spool by more than the air', () => {
    const flight = FaultedFlight.at(20);
    const before = flight.kite.temperatureC ?? 0;
    flight.inject({ type: 'overheating' });
    flight.advance(300);
    within(flight.kite.temperatureC, Math.max(85, before + 30), 200);
    assert.equal(flight.aircraft.truth().temperature.air_c, 45);
  });
});

describe('battery faults', () => {
  it('show in the telemetry of their battery only', () => {
    const flight = new FaultedFlight();
    flight.advance(5);
    flight.inject({ type: 'battery_temperature', parameters: { battery: 'ground_station', temperature_c: -5 } });
    flight.inject({ type: 'battery_charge', parameters: { percent: 15 } });
    flight.inject({ type: 'battery_voltage', severity: 0.5, parameters: { loss_v: 2 } });
    const healthyV = flight.kite.batteryVoltageV ?? 0;
    flight.advance(1);
    const { kite, sample } = flight;
    assert.equal(sample.groundStation.batteryTemperatureC, -5);
    within(kite.batteryTemperatureC, 15, 40);
    assert.equal(kite.batteryPercent, 15);
    within(sample.groundStation.batteryPercent, 90, 100);
    within(healthyV - (kite.batteryVoltageV ?? 0), 0.9, 1.1);
  });
});

describe('wind_gust', () => {
  it('blows as strongly and for as long as it is told, and is felt', () => {
    const flight = FaultedFlight.at(20, { wind: { speedMps: 0, fromDeg: 0, turbulence: 'none' } });
    flight.inject({ type: 'wind_gust', severity: 0.5, parameters: { peak_mps: 12, from_deg: 180, hold_s: 4 } });
    flight.advance(3);
    within(flight.aircraft.truth().wind.speed_mps, 5.95, 6.05);
    within(flight.aircraft.truth().wind.from_deg, 179.9, 180.1);
    within(flight.kite.airframeTiltDeg, 2, 30);
    flight.advance(6);
    assert.equal(flight.aircraft.truth().wind.speed_mps, 0);
  });

  it('is over when it is cleared', () => {
    const flight = new FaultedFlight({ wind: { speedMps: 0, fromDeg: 0, turbulence: 'none' } });
    const fault = flight.inject({ type: 'wind_gust', parameters: { hold_s: 100 } });
    flight.advance(5);
    within(flight.aircraft.truth().wind.speed_mps, 7.9, 8.1);
    flight.clear(fault);
    flight.advance(0.1);
    assert.equal(flight.aircraft.truth().wind.speed_mps, 0);
  });
});

describe('wind_change', () => {
  it('changes speed and direction in its time, and the Kite knows it', () => {
    const flight = FaultedFlight.at(20, { wind: { speedMps: 4, fromDeg: 270, turbulence: 'none' } });
    flight.inject({
      type: 'wind_change',
      duration: 60,
      parameters: { speed_mps: 8, from_deg: 180, turbulence: 'none', ramp_s: 10 },
    });
    flight.advance(5);
    const profile = (flight.motion.upM / 10) ** (1 / 7);
    // Half of 4 m/s from the West and half of 8 m/s from the South.
    within(flight.aircraft.truth().wind.speed_mps / profile, Math.hypot(2, 4) - 0.05, Math.hypot(2, 4) + 0.05);
    flight.advance(30);
    within(flight.aircraft.truth().wind.from_deg, 179.9, 180.1);
    within(flight.kite.windSpeedMps, 8 * profile - 1, 8 * profile + 1);
    flight.advance(30);
    within(flight.aircraft.truth().wind.from_deg, 269.9, 270.1);
  });

  it('ends with the wind that was set last, also when that was during the change', () => {
    const flight = new FaultedFlight();
    const fault = flight.inject({ type: 'wind_change', parameters: { turbulence: 'none' } });
    flight.advance(15);
    flight.aircraft.setWind({ speedMps: 2, fromDeg: 90, turbulence: 'none' });
    flight.advance(1);
    within(flight.simulation.wind.meanAt10M, 13.99, 14.01);
    flight.clear(fault);
    within(flight.simulation.wind.meanAt10M, 1.99, 2.01);
  });
});

describe('lids_stuck', () => {
  it('keeps the lids where they are, and lets them go on afterwards', () => {
    const flight = new FaultedFlight();
    flight.aircraft.closeLids();
    flight.advance(4);
    const fault = flight.inject({ type: 'lids_stuck' });
    flight.advance(30);
    assert.equal(flight.sample.rooftopBox?.lids, 'Between');
    flight.clear(fault);
    flight.advance(5);
    assert.equal(flight.sample.rooftopBox?.lids, 'Closed');
  });

  it('is apart from what blocks them by hand', () => {
    const flight = new FaultedFlight();
    flight.aircraft.closeLids();
    const fault = flight.inject({ type: 'lids_stuck' });
    flight.aircraft.jamLids(true);
    flight.aircraft.jamLids(false);
    flight.advance(10);
    assert.equal(flight.sample.rooftopBox?.lids, 'Opened');
    flight.clear(fault);
  });
});

describe('supply_low', () => {
  it('shows as the vehicle’s voltage; after five minutes a box with a landed Kite sleeps', () => {
    const flight = new FaultedFlight();
    const fault = flight.inject({ type: 'supply_low' });
    flight.advance(1);
    within(flight.sample.groundStation.vehicleVoltageV, 12, 12.4);
    flight.advance(290);
    assert.ok(flight.sample.kite);
    flight.advance(15);
    assert.equal(flight.sample.kite, undefined);
    flight.clear(fault);
    flight.advance(5);
    assert.ok(flight.sample.kite);
  });
});

describe('system_moving', () => {
  const placeM = (flight: FaultedFlight) => {
    const { latDeg = 0, lonDeg = 0 } = flight.sample.groundStation.gps ?? {};
    return [lonDeg * LONGITUDE_M, latDeg * LATITUDE_M] as const;
  };

  it('is noticed; the receiver shows the way, and a flying Kite goes along', () => {
    const flight = FaultedFlight.at(20);
    const [eastM] = placeM(flight);
    const fault = flight.inject({ type: 'system_moving', parameters: { speed_mps: 1, heading_deg: 90 } });
    within(
      flight.until(({ groundStation }) => groundStation.isMoving === true, 3),
      0,
      1.5,
    );
    let worstM = 0;
    for (let count = 0; count < 300; count += 1) {
      flight.advance(0.1);
      worstM = Math.max(worstM, Math.hypot(flight.motion.eastM, flight.motion.northM));
    }
    within(worstM, 0.1, 2.5);
    within(placeM(flight)[0] - eastM, 26, 33);
    flight.clear(fault);
    flight.until(({ groundStation }) => !groundStation.isMoving, 5);
  });

  it('takes a Kite in its cradle along', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'system_moving', duration: 20 });
    flight.advance(30);
    assert.deepEqual([flight.motion.eastM, flight.motion.northM, flight.motion.upM], [0, 0, 0]);
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
    assert.equal(flight.sample.groundStation.isMoving, false);
  });

  it('is noticed at the slowest speed that there is', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'system_moving', parameters: { speed_mps: 0.05 } });
    flight.until(({ groundStation }) => groundStation.isMoving === true, 20);
  });
});

describe('passing_lorry', () => {
  const strongestMps = (heightM: number, severity = 1) => {
    const flight = FaultedFlight.at(heightM);
    const { wind } = flight.simulation;
    const alongMps = () => wind.northMps;
    const beforeMps = alongMps();
    flight.inject({ type: 'passing_lorry', severity, parameters: { speed_mps: 22, heading_deg: 0 } });
    let strongest = 0;
    for (let count = 0; count < 60; count += 1) {
      flight.advance(0.05);
      strongest = Math.max(strongest, alongMps() - beforeMps);
    }
    return strongest;
  };

  it('blows at a low Kite with half of its speed, and not at a high one', () => {
    within(strongestMps(4), 9, 12);
    within(strongestMps(4, 0.5), 4, 6.5);
    within(strongestMps(20), 0, 1);
  });
});

describe('self-tests', () => {
  it('kite_detection: the cradle says that there is no Kite', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'kite_detection' });
    flight.advance(0.1);
    assert.equal(flight.sample.groundStation.kiteInCradle, false);
    assert.equal(flight.kite.landedState, 'OnGround');
  });

  it('secondary_autopilot and remote_id: the tests fail', () => {
    const flight = new FaultedFlight();
    flight.advance(3);
    flight.inject({ type: 'secondary_autopilot' });
    flight.inject({ type: 'remote_id' });
    flight.advance(0.1);
    assert.equal(flight.hazards.secondaryAutopilotFailed, true);
    assert.equal(flight.sample.remoteId?.selfTest, 'Failed');
  });
});

describe('faults beside the aircraft', () => {
  it('go to who runs it, begin and end', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'stream_lost', duration: 1, parameters: { stream_id: 'main' } });
    flight.inject({ type: 'storage_full', at: 2, duration: 1 });
    flight.inject({ type: 'ground_station_reboot' });
    flight.advance(9);
    assert.deepEqual(flight.sideEffects, [
      'streamLost true main',
      'reboot true',
      'streamLost false main',
      'storageFull true',
      'storageFull false',
    ]);
    flight.advance(2);
    assert.equal(flight.sideEffects.at(-1), 'reboot false');
  });
});
