import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BoxLine, boxLineText, readBoxLine } from './box-lines.ts';
import { readStationLine, type StationLine, stationLineText } from './station-lines.ts';

/** Every line of the protocol as a box sends it, byte for byte. */
const BOX_LINES: readonly (readonly [string, BoxLine])[] = [
  [
    '{"kind":"hello","protocol":"kitestring-ground","version":1,"name":"Winch 3","parts":{"line":{"orders":["line_length","line_stop"],"length_max_m":60,"rate_max_mps":1.5,"tension_max_n":80},"tether_power":{"switched":true},"lids":true,"cradle_switch":true,"supply":true,"spool_temperature":false}}',
    {
      kind: 'hello',
      version: 1,
      name: 'Winch 3',
      capabilities: {
        line: { orders: ['lineLength', 'lineStop'], maxLengthM: 60, maxRateMps: 1.5, maxTensionN: 80 },
        tetherPower: { isSwitched: true },
        lids: true,
        cradleSwitch: true,
        supply: true,
        spoolTemperature: false,
      },
    },
  ],
  [
    '{"kind":"state","line":{"length_m":12.345,"tension_n":8.1,"rate_mps":-0.5},"tether_power":{"on":true,"voltage_v":385,"current_a":4.2,"temperature_c":41},"supply":{"source":"generator","voltage_v":230},"lids":"between","kite_in_cradle":false,"safety_land_button":false,"parking_brake":true,"spool_temperature_c":35,"faults":["spool_stuck","force_sensor"]}',
    {
      kind: 'state',
      reading: {
        line: { lengthM: 12.345, tensionN: 8.1, rateMps: -0.5 },
        tetherPower: { isOn: true, voltageV: 385, currentA: 4.2, temperatureC: 41 },
        supply: { source: 'Generator', voltageV: 230 },
        lids: 'Between',
        kiteInCradle: false,
        safetyLandButtonPressed: false,
        parkingBrakeEngaged: true,
        spoolTemperatureC: 35,
        faults: ['SpoolStuck', 'ForceSensor'],
      },
    },
  ],
  ['{"kind":"state"}', { kind: 'state', reading: { faults: [] } }],
  ['{"kind":"ack","id":7,"accepted":true}', { kind: 'ack', id: 7, isAccepted: true, reason: '' }],
  [
    '{"kind":"ack","id":8,"accepted":false,"reason":"emergency stop"}',
    { kind: 'ack', id: 8, isAccepted: false, reason: 'emergency stop' },
  ],
];

const STATION_LINES: readonly (readonly [string, StationLine])[] = [
  ['{"kind":"hello","protocol":"kitestring-ground","version":1}', { kind: 'hello', version: 1 }],
  ['{"kind":"beat"}', { kind: 'beat' }],
  [
    '{"kind":"order","id":7,"order":"line_length","length_m":20,"rate_mps":0.5}',
    { kind: 'order', id: 7, order: { kind: 'lineLength', lengthM: 20, rateMps: 0.5 } },
  ],
  [
    '{"kind":"order","id":8,"order":"line_length","length_m":20}',
    { kind: 'order', id: 8, order: { kind: 'lineLength', lengthM: 20 } },
  ],
  [
    '{"kind":"order","id":9,"order":"line_rate","rate_mps":-0.25}',
    { kind: 'order', id: 9, order: { kind: 'lineRate', rateMps: -0.25 } },
  ],
  [
    '{"kind":"order","id":10,"order":"line_tension","tension_n":10}',
    { kind: 'order', id: 10, order: { kind: 'lineTension', tensionN: 10 } },
  ],
  ['{"kind":"order","id":11,"order":"line_stop"}', { kind: 'order', id: 11, order: { kind: 'lineStop' } }],
  [
    '{"kind":"order","id":12,"order":"tether_power","on":false}',
    { kind: 'order', id: 12, order: { kind: 'tetherPower', isOn: false } },
  ],
  [
    '{"kind":"order","id":13,"order":"lids","end":"opened"}',
    { kind: 'order', id: 13, order: { kind: 'lids', end: 'Opened' } },
  ],
];

describe('the lines of the protocol', () => {
  it('are written as they are documented, and read as they were meant', () => {
    for (const [text, line] of BOX_LINES) {
      assert.equal(boxLineText(line), text);
      assert.deepEqual(readBoxLine(text), { line, wrong: [] });
    }
    for (const [text, line] of STATION_LINES) {
      assert.equal(stationLineText(line), text);
      assert.deepEqual(readStationLine(text), { line, wrong: [] });
    }
  });

  it('keep what can be used: a wrong field counts as absent and is named, an unknown one is ignored', () => {
    const { line, wrong } = readBoxLine(
      '{"kind":"state","line":{"length_m":"12","tension_n":1e99,"rate_mps":0.5},"lids":"open","faults":["fire"],"new":[1],"kite_in_cradle":1,"supply":7,"spool_temperature_c":null}',
    );
    assert.deepEqual(line, { kind: 'state', reading: { line: { rateMps: 0.5 }, faults: [] } });
    assert.deepEqual(wrong, [
      'supply is no object',
      'line.length_m is no number from 0 to 2000',
      'line.tension_n is no number from 0 to 20000',
      'lids is none of closed, between, opened',
      'kite_in_cradle is neither true nor false',
      'faults has other words than spool_stuck, tether_damaged, force_sensor',
    ]);
  });

  it('that are none are not read', () => {
    const strange = [
      '',
      'null',
      '[]',
      '"hello"',
      '{',
      '{}',
      '{"kind":"toString"}',
      '{"kind":"ack","id":0.5,"accepted":1}',
    ];
    const other = ['{"kind":"hello","version":1}', '{"kind":"hello","protocol":"x","version":1}'];
    for (const text of [
      ...strange,
      ...other,
      '{"kind":"order","id":1,"order":"line_length"}',
      '{"__proto__":{"kind":"beat"}}',
    ]) {
      assert.equal(readBoxLine(text).line, undefined, text);
      assert.equal(readStationLine(text).line, undefined, text);
    }
  });

  it('never carry control characters of a stranger into a log', () => {
    const { line } = readBoxLine('{"kind":"ack","id":1,"accepted":false,"reason":"a\\u001b[31m\\nb\\u202e"}');
    assert.deepEqual(line, { kind: 'ack', id: 1, isAccepted: false, reason: 'a [31m b' });
  });
});
