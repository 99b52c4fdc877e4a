import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

describe('the flight in figures', () => {
  it('counts from the start of the motors, keeps the greatest height, and stays after the landing', () => {
    const scripted = new ScriptedStation().standBy();
    const { station } = scripted;
    assert.deepEqual(station.flightFigures(), { in_flight: false, tether_twist: 0, tether_twist_max: 10 });
    scripted.flying(30);
    scripted.aircraft.kite({ altitudeM: 31.25 });
    scripted.run(60);
    scripted.aircraft.kite({ altitudeM: 20 });
    scripted.aircraft.groundStation({ tether: { lengthM: 21.3 } });
    scripted.run(1);
    const inFlight = station.flightFigures();
    assert.equal(inFlight.in_flight, true);
    assert.equal(inFlight.altitude_max, 31.25);
    assert.equal(inFlight.tether_out, 21.3);
    assert.ok(Math.abs((inFlight.flight_s ?? 0) - 61.2) < 0.2, `${inFlight.flight_s} s`);
    expectAccepted(station.flight.land(ALICE));
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(100);
    const after = station.flightFigures();
    assert.equal(after.in_flight, false);
    assert.equal(after.altitude_max, 31.25);
    assert.ok(Math.abs((after.flight_s ?? 0) - (inFlight.flight_s ?? 0)) < 0.2, `${after.flight_s} s`);
  });

  it('begins again with the next flight', () => {
    const scripted = new ScriptedStation().flying(30).run(50);
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    scripted.run(20).flying(5).run(3);
    const { altitude_max, flight_s = 0 } = scripted.station.flightFigures();
    assert.equal(altitude_max, 5);
    assert.ok(flight_s < 4, `${flight_s} s`);
  });

  it('still knows when the flight began after a restart in the air, and says nothing where nothing is known', () => {
    const scripted = new ScriptedStation().flying(30).run(50);
    const before = scripted.station.flightFigures();
    const restarted = scripted.restarted().run(5);
    const { began_time, flight_s = 0 } = restarted.station.flightFigures();
    assert.equal(began_time, before.began_time);
    assert.ok(Math.abs(flight_s - (before.flight_s ?? 0) - 5) < 0.3, `${flight_s} s`);

    const found = new ScriptedStation();
    found.aircraft.kite({ landedState: 'InAir', altitudeM: 12 });
    found.run(5);
    const { altitude_max, ...unknown } = found.station.flightFigures();
    assert.equal(altitude_max, 12);
    assert.ok(!('flight_s' in unknown) && !('began_time' in unknown));
  });

  it('remembers when flights were, over a restart in the air and one after it', () => {
    const first = new ScriptedStation().standBy();
    assert.deepEqual(first.station.flight.record.flights(), []);
    first.flying(30).run(50);
    const [flight] = first.station.flight.record.flights();
    assert.ok(flight !== undefined && !('ended_time' in flight));
    const second = first.restarted().run(5);
    assert.deepEqual(second.station.flight.record.flights(), [flight]);
    second.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    second.run(1);
    const flights = second.station.flight.record.flights();
    assert.equal(flights.length, 1);
    assert.equal(flights[0]?.began_time, flight.began_time);
    assert.ok((flights[0]?.ended_time ?? '') > flight.began_time);
    assert.deepEqual(second.restarted().run(1).station.flight.record.flights(), flights);
  });

  it('has the turns in the tether without a warning, positive clockwise', () => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.kite({ headingUnwrappedDeg: -450 });
    scripted.run(0.1);
    assert.equal(scripted.station.flightFigures().tether_twist, -1.25);
  });
});

describe('the instruments', () => {
  it('tell tilt and link, and how long a battery lasts once it loses charge', () => {
    const scripted = new ScriptedStation().flying(30);
    scripted.aircraft.kite({ airframeTiltDeg: 4.26, batteryPercent: 90 });
    scripted.run(130);
    const { kite_battery_left_s: none, ...still } = scripted.station.instruments();
    assert.deepEqual([none, still.kite_tilt, still.link_lost_percent], [undefined, 4.3, 0]);
    for (let percent = 89; percent >= 78; percent -= 1) {
      scripted.aircraft.kite({ batteryPercent: percent });
      scripted.run(10);
    }
    // 1 % in 10 s: 78 % last for 780 s.
    const { kite_battery_left_s: leftS = 0 } = scripted.station.instruments();
    assert.ok(Math.abs(leftS - 780) < 80, `${leftS} s`);
  });
});

describe('the trends', () => {
  it('have one reading of each ten seconds, the highest of what gusts, and nothing of a silence', () => {
    const scripted = new ScriptedStation().flying(20);
    const { clock, station } = scripted;
    const intoPeriodS = 10 - ((clock.nowUs() / 1e6) % 10) + 0.1;
    scripted.run(intoPeriodS);
    scripted.aircraft.kite({ windSpeedMps: 9 });
    scripted.run(1);
    scripted.aircraft.kite({ windSpeedMps: 4, altitudeM: 21 });
    scripted.run(8);
    const { altitude, wind_max, period_s } = station.trends(480);
    assert.equal(period_s, 10);
    assert.equal(wind_max.at(-1), 9);
    assert.equal(altitude.at(-1), 21);
    scripted.silence(25);
    scripted.run(1);
    assert.deepEqual(station.trends(480).altitude.slice(-3, -1), [null, null]);
  });

  it('reach back eight hours and no further, and as far as is asked', () => {
    const scripted = new ScriptedStation().standBy();
    for (let hour = 0; hour < 9; hour += 1) {
      scripted.aircraft.kite({ batteryPercent: 100 - hour });
      scripted.run(1).silence(3599);
    }
    scripted.run(1);
    const { kite_battery } = scripted.station.trends(480);
    assert.equal(kite_battery.length, 2880);
    assert.deepEqual(
      kite_battery.filter((value) => value !== null),
      [98, 97, 96, 95, 94, 93, 92, 92],
    );
    assert.equal(scripted.station.trends(10).kite_battery.length, 60);
    assert.equal(scripted.station.trends(10, '1s').kite_battery.length, 600);
  });
});
