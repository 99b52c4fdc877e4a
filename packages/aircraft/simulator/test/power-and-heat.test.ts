import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { FlownAircraft, NO_NOISE } from './flown-aircraft.ts';

interface Settled {
  readonly kiteW: number;
  readonly motorC: number;
  readonly washMps: number;
}

const simulation = (flight: FlownAircraft) => flight.aircraft.simulation;

/** Seconds until its highest temperature has passed each limit. */
function heatsUp(flight: FlownAircraft, limitsC: readonly number[], withinS: number): readonly number[] {
  return limitsC.map((limitC) => flight.until(({ kite }) => (kite?.temperatureC ?? 0) >= limitC, withinS));
}

const NO_FAILSAFE = { link: { unfedS: 86_400, leastPercent: 0 } };

describe('power of a tethered Kite', () => {
  it('hovers at 40 m on 250 to 320 W through the tether, with full batteries', () => {
    const flight = FlownAircraft.at(40);
    const { power } = simulation(flight);
    assert.ok(power.kiteW > 230 && power.kiteW < 330, `${power.kiteW} W`);
    near(flight.kite.supplyVoltageV, 112 - power.line.loopOhm * power.line.currentA, 0.5);
    near(flight.sample.groundStation.inputVoltageV, 112, 0.5);
    assert.equal(flight.kite.batteryPercent, 100);
    near(flight.kite.batteryVoltageV, 16.692, 1e-9);
  });

  it('without the mains at 40 m its battery lasts for a safety landing, with half of it to spare', () => {
    const flight = FlownAircraft.at(40);
    simulation(flight).power.isMainPowerPresent = false;
    flight.until(({ groundStation }) => groundStation.hazards.mainPowerLost, 0.5);
    flight.advance(0.2);
    near(flight.sample.groundStation.inputVoltageV, 0, 0.5);
    near(flight.kite.supplyVoltageV, 0, 0.5);
    assert.equal(flight.sample.groundStation.hazards.tetherDamaged, false);
    flight.aircraft.land('safety');
    const landingS = flight.until(({ kite }) => kite?.landedState === 'OnGround', 40);
    assert.ok(landingS > 25, `${landingS} s`);
    assert.ok((flight.kite.batteryPercent ?? 0) > 50, `${flight.kite.batteryPercent} %`);
    assert.ok((flight.sample.groundStation.batteryPercent ?? 0) > 70);
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
  });

  it('charges both batteries at half their capacity per hour, and drains them when the mains are gone', () => {
    const flight = new FlownAircraft();
    const { power } = simulation(flight);
    power.kiteBattery.percent = 60;
    power.groundStationBattery.percent = 60;
    flight.advance(1800);
    near(flight.kite.batteryPercent, 85, 0.1);
    near(flight.sample.groundStation.batteryPercent, 85, 0.1);
    power.isMainPowerPresent = false;
    flight.advance(60);
    // 30 W for a minute at 15 V are 5 % of 0.65 Ah; 40 W at 11.5 V are 10 % of 0.6 Ah.
    near(flight.kite.batteryPercent, 80, 1);
    near(flight.sample.groundStation.batteryPercent, 75, 1);
  });

  it('falls when nothing lands it and its battery is empty', () => {
    const flight = FlownAircraft.at(40, { parameters: NO_FAILSAFE });
    simulation(flight).power.isMainPowerPresent = false;
    const fallsAfterS = flight.until(({ kite }) => kite === undefined, 200);
    assert.ok(fallsAfterS > 80 && fallsAfterS < 140, `${fallsAfterS} s`);
    flight.advance(5);
    assert.equal(flight.motion.upM, 0);
    assert.equal(flight.aircraft.simulation.body.hasCrashed, true);
    assert.equal(flight.sample.groundStation.kiteInCradle, false);
  });

  it('flies on its battery beside a bad contact, then on what the line brings, then it browns out', () => {
    const flight = FlownAircraft.at(30, { parameters: NO_FAILSAFE });
    const { power } = simulation(flight);
    power.line.addedOhm = 20;
    flight.until(({ groundStation }) => groundStation.hazards.tetherDamaged, 1);
    flight.advance(1);
    near(flight.kite.supplyVoltageV, 70, 1);
    assert.ok(power.kiteBattery.currentA > 5);
    const carriedS = flight.until(({ kite }) => kite === undefined, 400);
    // The line still carries 113 W of about 270 W.
    assert.ok(carriedS > 120 && carriedS < 260, `${carriedS} s`);
    // Fallen, it gets enough for its computers: it is heard again, and says that its motors are of no use.
    flight.until(({ kite }) => kite?.hazards.motorFailed === true, 20);
    assert.equal(flight.motion.upM, 0);
  });

  it('an open line shows at both ends, and a mended one is forgotten', () => {
    const flight = FlownAircraft.at(10);
    const { power } = simulation(flight);
    power.line.isOpen = true;
    flight.until(({ groundStation }) => groundStation.hazards.tetherDamaged, 1);
    near(flight.kite.supplyVoltageV, 0, 0.5);
    near(flight.sample.groundStation.inputVoltageV, 112, 0.5);
    power.line.isOpen = false;
    flight.until(({ groundStation }) => !groundStation.hazards.tetherDamaged, 20);
    near(flight.kite.supplyVoltageV, 97, 4);
  });

  it('a Rooftop Box sleeps with its Kite when the vehicle’s supply is low for five minutes, and wakes up with it', () => {
    const flight = new FlownAircraft();
    const { vehicle } = simulation(flight).power;
    assert.ok(vehicle);
    flight.advance(1);
    assert.equal(flight.sample.groundStation.vehicleVoltageV, 13.8);
    vehicle.voltageV = 12.2;
    near(
      flight.until(({ kite }) => kite === undefined, 400),
      300,
      1,
    );
    vehicle.voltageV = 13.8;
    near(
      flight.until(({ kite }) => kite !== undefined, 10),
      2,
      0.3,
    );
    assert.equal(flight.sample.groundStation.kiteInCradle, true);
    assert.equal(new FlownAircraft({ rooftopBox: false }).aircraft.simulation.power.vehicle, undefined);
  });

  it('a box does not sleep while its Kite flies', () => {
    const flight = FlownAircraft.at(5);
    const { vehicle } = simulation(flight).power;
    if (vehicle) vehicle.voltageV = 12.2;
    flight.advance(600);
    near(flight.altitudeM, 5, 0.6);
  });
});

describe('power and wind', () => {
  it('wind takes the power of its drag, and motors that give it are no cooler in a strong wind', () => {
    const settled = [0, 6, 14].map((speedMps) => {
      const flight = FlownAircraft.at(30, { wind: { speedMps, fromDeg: 270, turbulence: 'none' } });
      flight.advance(300);
      const { power, heat } = simulation(flight);
      return { kiteW: power.kiteW, motorC: heat.motorC, washMps: power.washMps[0] ?? Number.NaN };
    }) as [Settled, Settled, Settled];
    const [calm, breeze, strong] = settled;
    assert.ok(breeze.kiteW > calm.kiteW - 2 && strong.kiteW > breeze.kiteW + 50, JSON.stringify(settled));
    // The first wind cools more than its drag costs.
    assert.ok(breeze.motorC > calm.motorC - 5 && strong.motorC > calm.motorC + 2, JSON.stringify(settled));
    assert.ok(strong.washMps < 0.7 * calm.washMps, JSON.stringify(settled));
  });

  it('the rotors know how far they are over the ground and what passes them, leaning and sinking', () => {
    const flight = new FlownAircraft({ parameters: NO_NOISE, wind: { speedMps: 8, fromDeg: 270, turbulence: 'none' } });
    const { airflow } = simulation(flight).electrics;
    flight.advance(0.2);
    near(airflow.aboveGroundM, 0.15, 1e-9);
    flight.flyAt(20);
    const { lean } = simulation(flight).body;
    const windMps = 8 * 2 ** (1 / 7);
    near(airflow.aboveGroundM, 20.15, 0.3);
    near(airflow.throughMps, (windMps * -lean.east) / lean.stretch, 0.05);
    near(airflow.acrossMps, windMps / lean.stretch, 0.05);
    const heldMps = airflow.throughMps;
    flight.aircraft.land('safety');
    flight.advance(6);
    near(airflow.throughMps - heldMps, -1.5, 0.3);
  });
});

describe('heat of a tethered Kite', () => {
  it('stays below 70 degrees in hover on a mild day', () => {
    const flight = FlownAircraft.at(40);
    flight.advance(1200);
    assert.ok((flight.kite.temperatureC ?? 99) < 70, `${flight.kite.temperatureC} degrees`);
    assert.ok((flight.kite.temperatureC ?? 0) > 40);
  });

  it('clogged in hot air it passes 85 and then 100 degrees within minutes', () => {
    const flight = FlownAircraft.at(20);
    const { heat } = simulation(flight);
    heat.ambientC = 45;
    heat.resistanceFactor = 3;
    const [to85S, to100S] = heatsUp(flight, [85, 100], 600);
    assert.ok((to85S ?? 0) > 20 && (to85S ?? 999) < 150, `85 degrees after ${to85S} s`);
    assert.ok((to100S ?? 0) > 10, `100 degrees ${to100S} s later`);
    heat.ambientC = 20;
    heat.resistanceFactor = 1;
    flight.until(({ kite }) => (kite?.temperatureC ?? 99) < 80, 300);
  });

  it('a long hover close to the ground heats the spool, one at 45 m does not', () => {
    const spoolAfterHoverAt = (altitudeM: number) => {
      const flight = FlownAircraft.at(altitudeM);
      flight.advance(1800);
      return flight.sample.groundStation.spoolTemperatureC ?? Number.NaN;
    };
    const low = spoolAfterHoverAt(3) - 20;
    const high = spoolAfterHoverAt(44) - 20;
    assert.ok(low > 15 && low < 50, `${low} K`);
    assert.ok(high < 8, `${high} K`);
  });
});
