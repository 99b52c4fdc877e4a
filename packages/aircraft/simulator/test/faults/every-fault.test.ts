import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAULT_TYPES, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { FaultedFlight } from './faulted-flight.ts';

/** So that there are corrections to lose; what a receiver states then does not change with the sky. */
const WITH_CORRECTIONS = { parameters: { rtk: { isUsed: true } } };

/** Everything that a fault may change, and what monitors make of it. */
function traces({ simulation, aircraft, sideEffects }: FaultedFlight): unknown {
  const { position, magnetometer, barometer, forceSensor, body, power, tether, winch, heat, wind, link } = simulation;
  const { base, selfTests, cradleSwitch, rooftopBox, tensionControl, navigation, windEstimate, failsafe, tetherEnd } =
    simulation;
  const gusts = wind.isGusting;
  return structuredClone({
    gps: [position.kite, position.groundStation].map((one) => [
      one.hasFix,
      one.errorFactor,
      one.accuracyM,
      one.multipathEastM,
      one.multipathNorthM,
      one.corrections.state,
    ]),
    corrections: position.areCorrectionsLost,
    compass: [
      magnetometer.faultEastUt,
      magnetometer.faultNorthUt,
      magnetometer.faultDownUt,
      magnetometer.faultUtPerW,
      navigation.heading.isDisturbed,
    ],
    barometer: [barometer.isFrozen, barometer.faultM, navigation.height.distrustsBarometer],
    forceSensor: [forceSensor.isFrozen, forceSensor.isSilent, forceSensor.biasN, forceSensor.biasDeg],
    motors: [Array.from(body.rotors.effectiveness), body.rotors.allocation.isWhole],
    mains: power.isMainPowerPresent,
    line: [power.line.isOpen, power.line.addedOhm, power.line.flickerOhm],
    vehicleV: power.vehicle?.voltageV,
    batteries: [power.kiteBattery, power.groundStationBattery].map((one) => [
      one.missingV,
      one.stuckPercent,
      one.stuckTemperatureC,
    ]),
    tether: [tether.isCut, tether.strengthN, winch.isStuck],
    heat: [heat.ambientC, heat.resistanceFactor],
    wind: [gusts, wind.base, wind.meanAt10M],
    lids: rooftopBox?.isStuck,
    base: [base.isAtRest, base.eastMps, base.northMps],
    link: [link.isDownlinkLost, link.latencySteps, link.lossShare],
    camera: [aircraft.cameraModel, simulation.onBoard.isCameraOn],
    others: [selfTests, cradleSwitch.isBlind],
    reactions: [tetherEnd.isCut, position.isGpsDistrusted, tensionControl.usesModel, windEstimate.distrustsBase],
    failsafe: failsafe.isLanding,
    sideEffects:
      sideEffects.filter((effect) => effect.includes('true')).length -
      sideEffects.filter((effect) => effect.includes('false')).length,
  });
}

/** Graded faults also in their other form. */
const FORMS: readonly (readonly [type: FaultType, severity: number | undefined])[] = [
  ...FAULT_TYPES.map((type) => [type, undefined] as const),
  ['gps_loss', 0.9],
  ['tether_voltage_loss', 0.9],
  ['motor_degraded', 0.5],
];

describe('every fault', () => {
  for (const [type, severity] of FORMS) {
    const name = severity === undefined ? type : `${type} of severity ${severity}`;
    const request = { type, ...(severity !== undefined && { severity }) };

    it(`${name}: changes something in flight, and nothing of it is left when it is cleared and the Kite is down`, () => {
      const flight = FaultedFlight.at(6, WITH_CORRECTIONS);
      const before = traces(flight);
      const { id } = flight.inject(request);
      flight.advance(3);
      assert.notDeepEqual(traces(flight), before);
      flight.advance(20);
      flight.comeDown();
      flight.aircraft.faults.clear(id);
      const ended = flight.aircraft.faults.list()[0]?.status;
      assert.ok(ended === 'cleared' || ended === 'expired', `it is ${ended}`);
      flight.assertHealthy();
      assert.deepEqual(traces(flight), before);
    });

    it(`${name}: comes and goes in the cradle`, () => {
      const flight = new FaultedFlight(WITH_CORRECTIONS);
      flight.advance(5);
      const before = traces(flight);
      flight.inject({ ...request, at: 1, duration: 12 });
      flight.advance(3);
      assert.notDeepEqual(traces(flight), before);
      flight.advance(25);
      assert.equal(flight.aircraft.faults.list()[0]?.status, 'expired');
      assert.deepEqual(traces(flight), before);
      flight.assertHealthy();
    });
  }
});
