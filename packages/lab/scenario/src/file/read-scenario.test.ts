import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { threadMs } from '@kitestring/lab-testing/cost-meter.ts';
import fc from 'fast-check';
import { problemText } from './problem.ts';
import { readScenario } from './read-scenario.ts';
import { scenarioTemplate } from './scenario-template.ts';

/** A file that is right, with one part replaced. */
function fileWith(parts: { head?: string; timeline?: string; expect?: string } = {}): string {
  const { head = '', timeline = '  - { name: gps goes, at: 5 s, fault: gps_loss }', expect = '  - never: 5xx' } = parts;
  return `title: t\ndescription: d\n${head === '' ? '' : `${head}\n`}timeline:\n${timeline}\nexpect:\n${expect}\n`;
}

/** Every problem of a text, as it is printed. */
function problemsOf(text: string): string[] {
  const read = readScenario('f.yaml', text);
  return read.ok ? [] : read.problems.map(problemText);
}

const step = (text: string) => fileWith({ timeline: `  - { ${text} }` });
const expected = (text: string) => fileWith({ expect: `  - { ${text} }` });
const head = (text: string) => fileWith({ head: text });

const BAD: readonly [what: string, text: string, ...problems: RegExp[]][] = [
  ['nothing', '', /^f\.yaml:1:1: got nothing, allowed: a mapping with title, description/],
  ['a list', '- 1', /^f\.yaml:1:1: got a list, allowed: a mapping/],
  ['no YAML', 'title: [', /^f\.yaml:1:9: not valid YAML: Flow sequence/],
  ['a key twice', 'title: a\ntitle: b', /^f\.yaml:2:1: not valid YAML: Map keys must be unique/],
  ['an alias', fileWith({ head: 'seed: &s 1\nsettle: *s' }), /^f\.yaml:4:9: settle: aliases are not allowed/],
  [
    'an unknown key',
    head('sead: 1'),
    /^f\.yaml:3:1: unknown key sead; did you mean seed\? allowed: title, description, family, seed, start, station/,
  ],
  [
    'a missing title',
    'description: d\ntimeline: [{ at: 1 s }]\nexpect: [{ never: 5xx }]',
    /^f\.yaml:1:1: title is missing \(One line\)$/,
  ],
  [
    'an empty timeline',
    'title: t\ndescription: d\ntimeline: []\nexpect: [{ never: 5xx }]',
    /^f\.yaml:3:11: timeline: got an empty list/,
  ],
  [
    'a seed that is text',
    head('seed: seven'),
    /^f\.yaml:3:7: seed: got seven, allowed: a whole number from 0 to 4294967295$/,
  ],
  ['a seed with a fraction', head('seed: 1.5'), /seed: got 1\.5, allowed: a whole number/],
  [
    'a start without an offset',
    head('start: 2026-03-01T09:30:00'),
    /start: got 2026-03-01T09:30:00, allowed: a date and time/,
  ],
  [
    'an unknown setting',
    head('station: { instalation: Tray Mount }'),
    /^f\.yaml:3:12: unknown key instalation; did you mean installation\?/,
  ],
  [
    'a setting that is wrong',
    head('station: { installation: Truck }'),
    /installation: got Truck, allowed: Transport Case, Tray Mount/,
  ],
  [
    'settings that contradict each other',
    head('station: { altitude_hard_max_m: 5, altitude_takeoff_m: 10 }'),
    /^f\.yaml:3:10: flight\.altitude_takeoff_m \+ 1 must be lower than flight\.altitude_hard_max_m/,
  ],
  [
    'wind out of range',
    head('initial: { wind: { speed_mps: 99 } }'),
    /^f\.yaml:3:31: speed_mps: got 99, allowed: a number from 0 to 40$/,
  ],
  [
    'weather that can not be',
    step('weather: { visibility_m: 5 }'),
    /visibility_m: got 5, allowed: a number from 20 to 300000$/,
  ],
  [
    'a sun at no hour',
    head('initial: { weather: { solar_hour: 25 } }'),
    /solar_hour: got 25, allowed: a number from 0 to 24$/,
  ],
  ['a place off the Earth', head('station: { latitude_deg: 91 }'), /latitude_deg: got 91, allowed: .* from -90 to 90/],
  [
    'a client with a bad name',
    head('clients: { M Rossi: {} }'),
    /^f\.yaml:3:12: M Rossi is no name, allowed: small letters/,
  ],
  [
    'an unknown scope',
    head('clients: { a: { scopes: [rea] } }'),
    /^f\.yaml:3:26: got rea; did you mean read\? allowed: read, control/,
  ],
  [
    'a misspelt action',
    step('falt: gps_loss'),
    /^f\.yaml:4:7: unknown key falt; did you mean fault\? allowed: do, fault, wire_fault, clear, wind/,
  ],
  [
    'two actions',
    step('do: land, fault: gps_loss'),
    /^f\.yaml:4:5: do, fault do not go together, allowed: one of them$/,
  ],
  ['an unknown fault', step('fault: gps_los'), /^f\.yaml:4:14: fault: got gps_los; did you mean gps_loss\?/],
  [
    'an unknown parameter of a fault',
    step('fault: wind_gust, parameters: { peak: 5 }'),
    /^f\.yaml:4:39: unknown key peak, allowed: peak_mps, rise_s, hold_s, fall_s, from_deg$/,
  ],
  [
    'a parameter out of range',
    step('fault: wind_gust, parameters: { peak_mps: 500 }'),
    /^f\.yaml:4:49: peak_mps: got 500, allowed: a number from 0\.1 to 40$/,
  ],
  [
    'a severity that the fault does not have',
    step('fault: spool_stuck, severity: 1'),
    /unknown key severity, allowed: .*duration/,
  ],
  [
    'an unknown fault between station and clients',
    step('wire_fault: latenzy'),
    /^f\.yaml:4:19: wire_fault: got latenzy; did you mean latency\?/,
  ],
  [
    'a share of none',
    step('wire_fault: latency, probability: 0'),
    /probability: got 0, allowed: a number above 0, at most 1$/,
  ],
  [
    'an operation that no fault reaches',
    step('wire_fault: reset, operation: flight.stat'),
    /operation: got flight\.stat; did you mean flight\.state\?/,
  ],
  [
    'a parameter of another fault between station and clients',
    step('wire_fault: reset, parameters: { latency_ms: 1 }'),
    /unknown key latency_ms, allowed: moment$/,
  ],
  [
    'a client of a fault that meets all',
    step('wire_fault: certificate_change, client: a'),
    /unknown key client, allowed: .*duration/,
  ],
  [
    'a reset to a snapshot that is never taken',
    step('reset: holding'),
    /^f\.yaml:4:14: there is no snapshot named holding/,
  ],
  [
    'a reset to a snapshot that is taken later',
    fileWith({ timeline: '  - { reset: holding }\n  - { snapshot: holding }' }),
    /^f\.yaml:4:14: holding comes later, allowed: a snapshot of an earlier step$/,
  ],
  [
    'no answer with a status',
    step('do: land, expect: { none: true, status: 503 }'),
    /none goes with no status, code and message/,
  ],
  [
    'a time without a unit',
    step('at: 12'),
    /^f\.yaml:4:11: at: got 12, allowed: a time with its unit \(ms, s, min, h\)/,
  ],
  ['minutes as m', step('at: 12 m'), /^f\.yaml:4:11: at: got 12 m, where m is metres/],
  [
    'a wrong unit of a duration',
    step('fault: gps_loss, duration: 5 sec'),
    /duration: got 5 sec, allowed: a time with its unit/,
  ],
  ['an unknown command', step('do: take_of'), /^f\.yaml:4:11: do: got take_of; did you mean take_off\?/],
  ['a command without its unit', step('do: { altitude: 40 }'), /unknown key altitude; did you mean altitude_m\?/],
  ['a command with text for a figure', step('do: { altitude_m: high }'), /altitude_m: got high, allowed: a number$/],
  ['an unknown client', step('do: land, as: rosi'), /^f\.yaml:4:21: there is no client named rosi, allowed: operator$/],
  ['an unknown error code', step('do: land, expect: { code: WRONG_STATE }'), /code: got WRONG_STATE/],
  [
    'a status that its code never has',
    step('do: land, expect: { status: 400, code: WRONG_FLIGHT_STATE }'),
    /^f\.yaml:4:35: WRONG_FLIGHT_STATE is always 409, got 400$/,
  ],
  ['two times', step('at: 1 s, wait: 2 s'), /^f\.yaml:4:22: at, wait do not go together, allowed: one of them$/],
  ['a limit of a wait that is none', step('at: 1 s, within: 2 s'), /within has a meaning only beside when/],
  [
    'times that go back',
    fileWith({ timeline: '  - at: 10 s\n  - at: 5 s' }),
    /^f\.yaml:5:9: 5 s is before an earlier step, at 10 s; steps happen in their order$/,
  ],
  [
    'a step that waits for a later one',
    fileWith({ timeline: '  - after: late\n  - name: late\n    wait: 1 s' }),
    /^f\.yaml:4:12: late comes later, allowed: an earlier step$/,
  ],
  [
    'a delay of years',
    fileWith({ timeline: '  - name: early\n  - after: early + 99999 h' }),
    /^f\.yaml:5:12: after: after the \+: got 99999 h, allowed: at most 7 days$/,
  ],
  [
    'a fault that is cleared before it begins',
    fileWith({ timeline: '  - clear: fog\n  - { name: fog, fault: gps_loss }' }),
    /^f\.yaml:4:12: fog comes later, allowed: the fault of an earlier step$/,
  ],
  [
    'nothing as a parameter of a path',
    step('do: { call: { operation: recordings.get, parameters: { recording_id: } } }'),
    /recording_id: got nothing, allowed: text/,
  ],
  [
    'two steps of one name',
    fileWith({ timeline: '  - name: a\n  - name: a' }),
    /^f\.yaml:5:11: there are two steps named a$/,
  ],
  ['a name with a meaning', step('name: start'), /name: start has a meaning of its own/],
  [
    'a fault that is cleared and never was',
    step('clear: fog'),
    /^f\.yaml:4:14: there is no step with a fault named fog$/,
  ],
  [
    'a repeated step with a time',
    fileWith({ timeline: '  - repeat: 2\n    steps: [{ at: 1 s }]' }),
    /a repeated step cannot have a time/,
  ],
  [
    'too many steps',
    fileWith({ timeline: Array.from({ length: 11 }, () => '  - { repeat: 1000, steps: [{ wait: 1 s }] }').join('\n') }),
    /11000 steps with the repeated ones, allowed: at most 10000/,
  ],
  [
    'an unknown field',
    expected('never: altitud > 5 m'),
    /^f\.yaml:6:14: never: altitud is no field; did you mean altitude\?/,
  ],
  [
    'a wrong unit',
    expected('never: altitude > 5 deg'),
    /^f\.yaml:6:27: never: deg is no unit of altitude, allowed: m$/,
  ],
  [
    'a value that never is',
    expected('at_end: flight_state is Flyng'),
    /^f\.yaml:6:31: at_end: flight_state is never Flyng; did you mean Flying\?/,
  ],
  [
    'an unknown step',
    expected('within: 5 s, of: gps gos, that: gps_fix'),
    /^f\.yaml:6:24: there is no step named gps gos; did you mean gps goes\?/,
  ],
  [
    'an unknown fault in a condition',
    expected('never: fault "fog" is active'),
    /there is no step with a fault named fog, allowed: gps goes/,
  ],
  ['a wait without its limit', expected('of: gps goes, that: gps_fix'), /within is missing/],
  [
    'an unknown notification',
    expected('notification: HIGH_WIN, begins: 1'),
    /notification: got HIGH_WIN; did you mean HIGH_WIND\?/,
  ],
  ['an unknown code', expected('notification: 7, begins: 1'), /notification: got 7, allowed: a code of docs/],
  ['a notification and nothing about it', expected('notification: HIGH_WIND'), /begins, ends or within is needed/],
  [
    'a count that is none',
    expected('notification: HIGH_WIND, begins: often'),
    /begins: got often, allowed: a whole number, or at least 1/,
  ],
  ['a sequence of no state', expected('sequence: altitude, is: [a]'), /sequence: got altitude, allowed: flight_state/],
  [
    'a sequence with an unknown state',
    expected('sequence: lids, is: [Open]'),
    /^f\.yaml:6:28: lids is never Open; did you mean Opened\?/,
  ],
  ['a state after itself', expected('sequence: lids, is: [Opened, Opened]'), /Opened follows itself/],
  [
    'no expectation that is known',
    expected('maybe: gps_fix'),
    /unknown key maybe, allowed: that, always, never, notification, sequence, at_end$/,
  ],
  [
    'a text that nests without end',
    `title: ${'['.repeat(20_000)}`,
    /^f\.yaml:1:40: not valid YAML: nested too deep, allowed: 32/,
  ],
  [
    'a text of lists in lists without end',
    `title:\n  ${'- '.repeat(20_000)}`,
    /^f\.yaml:2:1: not valid YAML: nested too deep/,
  ],
  [
    'a body that nests without end',
    step(`do: { call: { operation: flight.state, body: ${'['.repeat(25)}${']'.repeat(25)} } }`),
    /: nested too deep, allowed: 20/,
  ],
];

describe('readScenario', () => {
  for (const [what, text, ...patterns] of BAD) {
    it(`refuses ${what}`, () => {
      const problems = problemsOf(text);
      assert.ok(problems.length >= patterns.length && problems.length > 0, `it must be refused: ${text}`);
      for (const [index, pattern] of patterns.entries()) assert.match(problems[index] ?? '', pattern);
    });
  }

  it('names all mistakes of a file at once, in the order of the file', () => {
    const text = fileWith({
      head: 'sead: 1\nseed: x',
      timeline: '  - { at: 5, do: lnd }',
      expect: '  - { never: altitud > 1 m }',
    });
    const places = problemsOf(text).map((problem) => problem.split(':').slice(1, 3).join(':'));
    assert.deepEqual(places, ['3:1', '4:7', '6:11', '6:18', '8:14']);
  });

  it('reads the template of a new file', () => {
    assert.deepEqual(problemsOf(scenarioTemplate('x "y": z')), []);
  });

  it('takes a start with a T or a space between date and time', () => {
    for (const start of ['2026-06-16T13:29:46+02:00', '2026-06-16 13:29:46+02:00']) {
      const read = readScenario('f.yaml', head(`start: ${start}`));
      assert.equal(read.ok ? read.scenario.startUs : 0, Date.UTC(2026, 5, 16, 11, 29, 46) * 1000, start);
    }
  });

  it('finds the place of a mistake in text with quotes', () => {
    assert.match(problemsOf(expected('never: "altitud > 5 m"'))[0] ?? '', /^f\.yaml:6:15: /);
  });

  it('does repeated steps as often as they are asked for', () => {
    const read = readScenario(
      'f.yaml',
      fileWith({ timeline: '  - { repeat: 3, steps: [{ do: take_off }, { wait: 1 s }] }' }),
    );
    assert.ok(read.ok);
    assert.deepEqual(
      read.scenario.steps.map(({ label }) => label),
      ['take_off', 'wait', 'take_off', 'wait', 'take_off', 'wait'],
    );
  });

  it('answers any text with a scenario or with problems that have a place', () => {
    const template = scenarioTemplate('t');
    const cut = fc.tuple(fc.nat(template.length), fc.nat(40), fc.string({ unit: 'binary', maxLength: 20 }));
    const changed = cut.map(([at, length, text]) => template.slice(0, at) + text + template.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), changed), (text) => {
        const read = readScenario('f.yaml', text);
        assert.ok(
          read.ok || (read.problems.length > 0 && read.problems.every(({ line, column }) => line > 0 && column > 0)),
        );
      }),
      { seed: 20260301, numRuns: 400 },
    );
  });
});

it('looks for what was meant by the first twenty of many unknown names only, which takes long', () => {
  const steps = Array.from(
    { length: 30 },
    (_, n) => `  - { name: gust ${n}, fault: gps_loss }\n  - { clear: gost ${n} }`,
  );
  const problems = problemsOf(fileWith({ timeline: steps.join('\n') }));
  assert.equal(problems.length, 30);
  assert.match(problems[19] ?? '', /there is no step with a fault named gost 19; did you mean gust 19\?/);
  assert.match(problems[20] ?? '', /there is no step with a fault named gost 20$/);
});

it('reads 42 KB of 11,000 keys in the time that their number takes, not the square of it', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `${index.toString(36)}:`).join('\n');
  const bestMs = (count: number) =>
    Math.min(
      ...[1, 2, 3, 4].map(() => {
        const startMs = threadMs();
        assert.equal(readScenario('f.yaml', keys(count)).ok, false);
        return threadMs() - startMs;
      }),
    );
  const fewMs = bestMs(1100);
  assert.ok(bestMs(11_000) < 30 * Math.max(fewMs, 5), 'ten times the keys, at most thirty times the time');
});
