import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_SYS_STATUS_SENSOR } from '@kitestring/mavlink-codec/enums.ts';
import { Line } from './support/line.ts';
import { type Kind, ScriptedAutopilot } from './support/scripted-autopilot.ts';

const GUIDED = 4;

async function begun(kind: Kind) {
  const line = await Line.begin();
  const autopilot = await ScriptedAutopilot.begin(line, kind);
  await line.run(8);
  line.notes.length = 0;
  const text = (severity: number, said: string) => autopilot.link.send('STATUSTEXT', { severity, text: said });
  const event = (id: number, level: number, sequence: number) =>
    autopilot.link.send('EVENT', {
      id: 0x0100_0000 + id,
      event_time_boot_ms: 1,
      sequence,
      log_levels: 0x60 | level,
      arguments: [],
      destination_component: 0,
      destination_system: 0,
    });
  return { line, autopilot, event, text };
}

describe('reports of an autopilot', () => {
  it('are told by their severity, each text once', async () => {
    const { line, autopilot, text } = await begun('ArduCopter');
    await using _ = line;
    text(2, 'PreArm: Compass not healthy');
    text(2, 'PreArm: Compass not healthy');
    text(6, 'EKF3 IMU0 is using GPS');
    text(7, 'for developers');
    autopilot.customMode = GUIDED;
    autopilot.isArmed = true;
    await line.run(2);
    text(2, 'Battery 1 Failsafe');
    text(4, 'GPS Glitch');
    await line.run(1);
    assert.deepEqual(
      line.notes.map(({ severity, text: said }) => [severity, said]),
      [
        ['warn', 'PreArm: Compass not healthy'],
        ['info', 'EKF3 IMU0 is using GPS'],
        ['error', 'Battery 1 Failsafe'],
        ['warn', 'GPS Glitch'],
      ],
    );
  });

  it('of PX4 that are events only are told by number; with a text the text says it', async () => {
    const { line, event, text } = await begun('PX4');
    await using _ = line;
    event(13_835_193, 3, 1);
    text(6, 'Armed by external command\t');
    event(9_489_139, 6, 2);
    // Levels of the protocol itself, and of the log only.
    event(11_047_904, 8, 3);
    event(11_047_905, 9, 4);
    await line.run(3);
    assert.deepEqual(line.texts.toSorted(), ['Armed by external command', 'event 13835193, severity 3']);
    event(377_561, 6, 6);
    event(13_835_193, 3, 5);
    await line.run(3);
    assert.equal(line.texts.length, 2, 'the same one again');
  });

  it('name a part that stays unhealthy, once, and again when it has failed again', async () => {
    const { line, autopilot } = await begun('ArduCopter');
    await using _ = line;
    autopilot.unhealthy = MAV_SYS_STATUS_SENSOR.SENSOR_3D_MAG;
    await line.run(8);
    assert.deepEqual(line.texts, ['compass unhealthy']);
    autopilot.unhealthy = MAV_SYS_STATUS_SENSOR.SENSOR_GPS;
    await line.run(32);
    autopilot.unhealthy = MAV_SYS_STATUS_SENSOR.SENSOR_3D_MAG;
    await line.run(8);
    assert.deepEqual(line.texts, ['compass unhealthy', 'GPS receiver unhealthy', 'compass unhealthy']);
  });

  it('that flood the link are bounded', async () => {
    const { line, text } = await begun('ArduCopter');
    await using _ = line;
    for (let number = 0; number < 500; number += 1) text(4, `text ${number}`);
    await line.run(1);
    text(4, 'text 499');
    await line.run(1);
    assert.equal(line.texts.length, 500);
  });

  it('about several batteries become one backup battery and a supply, and what is unclear is told once', async () => {
    const { autopilot, line } = await begun('ArduCopter');
    await using _ = line;
    const battery = (id: number, battery_remaining: number, millivolts: number) =>
      autopilot.link.send('BATTERY_STATUS', {
        id,
        battery_function: 1,
        type: 0,
        battery_remaining,
        current_battery: -1,
        temperature: 0x7fff,
        current_consumed: -1,
        energy_consumed: -1,
        voltages: [millivolts, ...Array.from({ length: 9 }, () => 0xffff)],
      });
    const batteries = () => {
      const { batteryPercent, batteryVoltageV, supplyVoltageV } = line.kite ?? {};
      return [batteryPercent, batteryVoltageV, supplyVoltageV];
    };
    battery(0, 80, 16_000);
    battery(1, -1, 48_000);
    await line.run(2);
    assert.deepEqual([batteries(), line.notes], [[80, 16, 48], []]);
    for (let second = 0; second < 3; second += 1) {
      battery(1, 30, 48_000);
      await line.run(1);
    }
    assert.deepEqual(batteries(), [80, 16, undefined]);
    assert.deepEqual(
      line.notes.map(({ text: said }) => said),
      ['batteries 0, 1: 0 is taken for the backup battery; say which it is by mavlink.backup_battery'],
    );
  });
});

describe('the drift of a Kite', () => {
  it('is measured from where it took off, though its home is set again in flight, which is told', async () => {
    const { line, autopilot } = await begun('ArduCopter');
    await using _ = line;
    line.aircraft.takeOff(5);
    assert.ok((await line.until(() => (line.kite?.altitudeM ?? 0) > 4.8, 20)) !== undefined);
    autopilot.driftM = 9;
    await line.run(1);
    assert.ok(Math.abs((line.kite?.driftM ?? 0) - 9) < 0.1, `${line.kite?.driftM}`);
    line.notes.length = 0;
    autopilot.homeNorthM = 9;
    await line.run(3);
    assert.ok(Math.abs((line.kite?.driftM ?? 0) - 9) < 0.1, `${line.kite?.driftM}`);
    assert.deepEqual(
      line.notes.map(({ severity }) => severity),
      ['warn'],
    );
    assert.match(line.texts.join(), /home was moved by 9 m/);
    line.aircraft.land('normal');
    assert.ok((await line.until(() => line.kite?.landedState === 'OnGround', 20)) !== undefined);
    assert.ok((line.kite?.driftM ?? 9) < 0.1, 'on the ground the new home counts');
  });

  it('ends no higher than the tether permits, whatever is ordered', async () => {
    const { line, autopilot } = await begun('PX4');
    await using _ = line;
    line.aircraft.takeOff(3);
    assert.ok((await line.until(() => (line.kite?.altitudeM ?? 0) > 2.8, 20)) !== undefined);
    line.aircraft.setAltitude(500);
    await line.run(60);
    assert.ok(autopilot.altitudeM <= 45.1, `${autopilot.altitudeM} m`);
  });
});
