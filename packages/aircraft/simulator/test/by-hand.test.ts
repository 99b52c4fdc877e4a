import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { metresPerDegree } from '../src/geodesy.ts';
import { DEFAULT_PARAMETERS } from '../src/parameters.ts';
import { SimulatedAircraft } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';
import { FlownAircraft, START_US } from './flown-aircraft.ts';

describe('what hands, weather and sky can do', () => {
  it('button and brake show in the samples', () => {
    const { aircraft, ...flight } = bound(new FlownAircraft());
    flight.advance(0.1);
    assert.deepEqual(flight.box(), { lids: 'Opened', safetyLandButtonPressed: false, parkingBrakeEngaged: true });
    aircraft.setSafetyLandButton(true);
    aircraft.setParkingBrake(false);
    flight.advance(0.1);
    assert.deepEqual(flight.box(), { lids: 'Opened', safetyLandButtonPressed: true, parkingBrakeEngaged: false });
  });

  it('a jam stops the lids where they are; freed they go on', () => {
    const { aircraft, ...flight } = bound(new FlownAircraft());
    aircraft.closeLids();
    flight.advance(4);
    aircraft.jamLids(true);
    flight.advance(30);
    assert.equal(flight.box()?.lids, 'Between');
    aircraft.jamLids(false);
    flight.advance(5);
    assert.equal(flight.box()?.lids, 'Closed');
  });

  it('a take-off waits for lids that are not open', () => {
    const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US });
    const clock = new SimulationClock(aircraft);
    aircraft.takeOff(1);
    clock.advance(5);
    assert.equal(aircraft.simulation.autopilot.phase, 'Off');
    aircraft.openLids();
    clock.advance(14);
    near(aircraft.simulation.body.motion.upM, 1, 0.3);
  });

  it('a Kite that is switched off in its cradle is silent, and back after it has started', () => {
    const flight = new FlownAircraft();
    const isSilent = () => flight.sample.kite === undefined && flight.sample.camera === undefined;
    flight.aircraft.setKitePowered(false);
    flight.advance(1);
    assert.equal(isSilent(), true);
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
    flight.aircraft.setKitePowered(true);
    flight.advance(1.5);
    assert.equal(isSilent(), true);
    flight.advance(1);
    assert.equal(flight.kite.landedState, 'OnGround');
    assert.equal(flight.sample.camera?.online, false);
    flight.advance(3);
    assert.equal(flight.sample.camera?.online, true);
  });

  it('a Kite that is switched off in the air falls, and lies beside its cradle until it is put back', () => {
    const flight = FlownAircraft.at(20);
    flight.aircraft.setKitePowered(false);
    flight.advance(1);
    near(flight.motion.upM, 20 - 4.7, 0.4);
    flight.advance(3);
    assert.equal(flight.motion.upM, 0);
    assert.equal(flight.sample.groundStation.kiteInCradle, false);
    flight.aircraft.setKitePowered(true);
    flight.advance(3);
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
    assert.equal(flight.kite.hazards.motorFailed, false);
    flight.aircraft.takeOff(1);
    flight.advance(6);
    near(flight.altitudeM, 1, 0.4);
  });

  it('a Kite that fell says that its motors are of no use, and can not take off', () => {
    const flight = FlownAircraft.at(44);
    flight.aircraft.setKitePowered(false);
    flight.advance(0.1);
    flight.aircraft.setKitePowered(true);
    flight.advance(10);
    assert.equal(flight.kite.hazards.motorFailed, true);
    assert.equal(flight.sample.groundStation.kiteInCradle, false);
    flight.aircraft.takeOff(1);
    flight.advance(10);
    assert.equal(flight.altitudeM, 0);
  });

  it('counts turns from power-on', () => {
    const flight = FlownAircraft.at(3);
    flight.aircraft.movePan({ kind: 'toAngle', angleDeg: 40 + 720 });
    flight.advance(50);
    flight.aircraft.land('normal');
    flight.advance(20);
    near(flight.kite.headingUnwrappedDeg, 760, 5);
    flight.aircraft.setKitePowered(false);
    flight.advance(1);
    flight.aircraft.setKitePowered(true);
    flight.advance(3);
    near(flight.kite.headingUnwrappedDeg, 40, 4);
  });

  it('a camera that is switched off keeps its last angles and does not move', () => {
    const flight = new FlownAircraft();
    flight.aircraft.moveTilt({ kind: 'toAngle', angleDeg: 25 });
    flight.advance(3);
    flight.aircraft.setCameraPowered(false);
    flight.advance(0.1);
    flight.aircraft.moveTilt({ kind: 'toAngle', angleDeg: 60 });
    flight.advance(5);
    assert.equal(flight.sample.camera?.online, false);
    near(flight.sample.camera?.tiltDeg, 25, 0.2);
    flight.aircraft.setCameraPowered(true);
    flight.advance(3.5);
    assert.equal(flight.sample.camera?.online, true);
    near(flight.sample.camera?.tiltDeg, 25, 0.2);
  });

  it('a covered sky takes the position from the Kite, or from both', () => {
    const flight = new FlownAircraft();
    flight.advance(1);
    assert.ok(flight.kite.gps && flight.sample.groundStation.gps);
    flight.aircraft.setGpsAvailable(false, 'kite');
    flight.advance(0.5);
    assert.equal(flight.kite.gps, undefined);
    assert.ok(flight.sample.groundStation.gps);
    flight.aircraft.setGpsAvailable(true);
    flight.advance(5);
    assert.ok(flight.kite.gps);
  });

  it('the positions are those of the site, and the Kite’s is above the Ground Station’s', () => {
    const flight = FlownAircraft.at(40);
    const { site } = DEFAULT_PARAMETERS;
    const { latM, lonM } = metresPerDegree(site.latDeg);
    for (const gps of [flight.kite.gps, flight.sample.groundStation.gps]) {
      near(((gps?.latDeg ?? 0) - site.latDeg) * latM, 0, 4);
      near(((gps?.lonDeg ?? 0) - site.lonDeg) * lonM, 0, 4);
    }
    near((flight.kite.gps?.elevationM ?? 0) - (flight.sample.groundStation.gps?.elevationM ?? 0), 40, 2.5);
  });

  it('reports heights above the sea, also where that is a hundred metres below the ellipsoid', () => {
    const flight = new FlownAircraft({ parameters: { site: { latDeg: 0, lonDeg: 80 }, rtk: { isUsed: true } } });
    flight.advance(1);
    near(flight.sample.groundStation.gps?.elevationM ?? 0, 408, 0.1);
  });

  it('a magnetic disturbance takes the heading away and leaves the count of turns', () => {
    const flight = FlownAircraft.at(5);
    const headingUnwrappedDeg = flight.kite.headingUnwrappedDeg;
    assert.notEqual(flight.kite.headingDeg, undefined);
    flight.aircraft.setMagneticDisturbance(10);
    flight.advance(4);
    assert.equal(flight.kite.headingDeg, undefined);
    near(flight.kite.headingUnwrappedDeg, headingUnwrappedDeg, 1);
    flight.aircraft.setMagneticDisturbance(0);
    flight.advance(1);
    assert.notEqual(flight.kite.headingDeg, undefined);
  });

  it('wind can be read in the cradle before a take-off', () => {
    const flight = new FlownAircraft();
    flight.aircraft.setWind({ speedMps: 14, fromDeg: 90, turbulence: 'none' });
    flight.advance(20);
    // At 2 m the profile leaves 79 % of what there is at 10 m.
    near(flight.kite.windSpeedMps, 11.1, 0.4);
  });

  it('in the cradle nothing drifts, however long and in whatever wind', () => {
    const flight = new FlownAircraft({ wind: { speedMps: 15, fromDeg: 0, turbulence: 'severe' } });
    flight.advance(1);
    const { headingUnwrappedDeg } = flight.kite;
    flight.advance(3600);
    assert.equal(flight.kite.headingUnwrappedDeg, headingUnwrappedDeg);
    assert.equal(flight.altitudeM, 0);
    assert.equal(flight.kite.climbRateMps, 0);
    assert.equal(Math.hypot(flight.motion.eastM, flight.motion.northM), 0);
    near(flight.kite.batteryPercent, 100, 0);
  });

  it('without a Rooftop Box there is none in the samples, and its controls do nothing', () => {
    const flight = new FlownAircraft({ rooftopBox: false });
    flight.aircraft.openLids();
    flight.aircraft.setSafetyLandButton(true);
    flight.aircraft.setParkingBrake(false);
    flight.aircraft.jamLids(true);
    flight.advance(1);
    assert.equal(flight.sample.rooftopBox, undefined);
    flight.aircraft.takeOff(1);
    flight.advance(6);
    near(flight.altitudeM, 1, 0.4);
  });

  it('throws on figures that are none, and flies on', () => {
    const flight = FlownAircraft.at(5);
    assert.throws(() => flight.aircraft.setAltitude(Number.NaN), RangeError);
    assert.throws(() => flight.aircraft.movePan({ kind: 'toAngle', angleDeg: Number.POSITIVE_INFINITY }), RangeError);
    assert.throws(() => flight.aircraft.setWind({ speedMps: Number.NaN, fromDeg: 0, turbulence: 'none' }), RangeError);
    assert.throws(() => new SimulatedAircraft({ seed: 0.5, startTimeUs: 0 }), RangeError);
    assert.throws(() => new SimulatedAircraft({ seed: 1, startTimeUs: 0.5 }), RangeError);
    flight.advance(10);
    near(flight.altitudeM, 5, 0.5);
  });

  it('goes no higher than the tether is long', () => {
    const flight = FlownAircraft.at(45);
    flight.aircraft.setAltitude(1000);
    flight.advance(60);
    near(flight.altitudeM, 45, 0.5);
  });
});

/** The parts of a flight that the short tests need. */
function bound(flight: FlownAircraft) {
  return {
    aircraft: flight.aircraft,
    advance: (seconds: number) => flight.advance(seconds),
    box: () => flight.sample.rooftopBox,
  };
}
