import Type, { type Static } from 'typebox';
import { named, OneOf, Quantity, Text, Timestamp, Whole } from '../schema.ts';

/** Maximum length of a scenario, characters: twenty times the longest included one. A request has 64 KiB in all. */
const SCENARIO_TEXT_MAX = 48_000;

const about = {
  title: Text('One line', 'One strong gust'),
  description: Text('Effect', 'A gust of 9 m/s on top of a fresh wind, over in seven seconds.'),
  family: Text('Type of fault or sequence', 'wind'),
};

const ScenarioName = Text('Name of an included scenario: its file name without `.yaml`', 'gust', { maxLength: 100 });

export const ScenarioSummary = named('ScenarioSummary', 'An included scenario.', {
  name: ScenarioName,
  ...about,
  steps: Whole('Number of steps of its timeline, repetitions included', 2, { minimum: 1 }),
  expectations: Whole('Number of expectations', 7, { minimum: 1 }),
  shortest_s: Quantity('Sum of its waits and fixed times, s of station time, without the flight to its start', 75, {
    minimum: 0,
  }),
  longest_s: Quantity('The same including the deadlines of all waits', 75, { minimum: 0 }),
  unfit: Type.Optional(
    Text(
      'Setting for which this station cannot run it, whatever its state. Absent if it can',
      'it needs system.installation Tray Mount, the station has Rooftop Box',
    ),
  ),
});
export type ScenarioSummary = Static<typeof ScenarioSummary>;

export const ScenarioList = named('ScenarioList', 'The included scenarios, by family and name.', {
  scenarios: Type.Array(ScenarioSummary, { description: 'Empty if the station was started without them' }),
});

export const RunScenario = Type.Object(
  {
    name: Type.Optional(ScenarioName),
    text: Type.Optional(
      Text('A whole scenario file, YAML', 'title: ...\ndescription: ...\ntimeline: [...]\nexpect: [...]\n', {
        maxLength: SCENARIO_TEXT_MAX,
      }),
    ),
  },
  { $id: 'RunScenario', description: 'Either an included scenario or one of your own.', minProperties: 1 },
);
export type RunScenario = Static<typeof RunScenario>;

/** `preparing`: the Kite is flown to the start of the timeline. The last four are final. */
const SCENARIO_STATUSES = ['preparing', 'running', 'passed', 'failed', 'error', 'stopped'] as const;

/** `open`: not decided yet. `not_judged`: the timeline was aborted before. */
const EXPECTATION_STATUSES = ['open', 'met', 'failed', 'not_judged'] as const;
export type ExpectationStatus = (typeof EXPECTATION_STATUSES)[number];

const judged = {
  happened: Text('Actual outcome', 'truth.drift 7.2 m'),
  at_s: Quantity('When, s on the timeline', 14.2),
  telemetry: Type.Array(Type.String(), {
    description: 'The last seconds before it as lines of a table',
    examples: [['time s  flight_state', '  13.2  Flying', '  14.2  Flying']],
  }),
};

const line = Whole('Line of the scenario file', 16, { minimum: 1 });

export const ScenarioExpectation = named('ScenarioExpectation', 'An expectation.', {
  line,
  text: Text('Its text in the file', 'always truth.drift < 6 m'),
  why: Type.Optional(Text('Its reason', 'the tether would touch the mast')),
  status: OneOf(
    EXPECTATION_STATUSES,
    '`open` while it may still fail; `met` when it holds so far, and at the end; `failed`; `not_judged` when the timeline was aborted before.',
    'open',
  ),
  happened: Type.Optional(judged.happened),
  at_s: Type.Optional(judged.at_s),
  telemetry: Type.Optional(judged.telemetry),
});
export type ScenarioExpectation = Static<typeof ScenarioExpectation>;

export const ScenarioBreak = named('ScenarioBreak', 'The step at which the timeline was aborted.', {
  line,
  expected: Text('Unmet requirement of the step', 'flight_state is Flying within 60 s, for the step "low again"'),
  happened: judged.happened,
  at_s: Type.Optional(judged.at_s),
  telemetry: judged.telemetry,
});
export type ScenarioBreak = Static<typeof ScenarioBreak>;

export const ScenarioStep = named('ScenarioStep', 'A step of the timeline.', {
  number: Whole('Number of the step, from 1', 1, { minimum: 1 }),
  line,
  label: Text('Action of the step', 'gust: fault wind_gust'),
});
export type ScenarioStep = Static<typeof ScenarioStep>;

export const ScenarioRun = named('ScenarioRun', 'A run of a scenario on this station.', {
  id: Text('Id of the run', '6b1f0b1e-6a51-4a43-9d8e-4f4d0b6f0a11'),
  name: Type.Optional(ScenarioName),
  ...about,
  status: OneOf(
    SCENARIO_STATUSES,
    '`preparing`: the Kite is flown to the start of the timeline; `running`; then `passed`, `failed` (an expectation was not met), `error` (it could not be run to its end) or `stopped`.',
    'running',
  ),
  started_by: Text('Plugin that started it', 'first'),
  started_at: Timestamp('When it was requested.'),
  ended_at: Type.Optional(Timestamp('When it ended.')),
  elapsed_s: Quantity('Position on the timeline, s of station time; 0 while preparing', 12.4, { minimum: 0 }),
  percent: Whole('Number of completed steps', 50, { minimum: 0, maximum: 100 }),
  steps: Whole('Number of its steps', 2, { minimum: 1 }),
  step: Type.Optional(ScenarioStep),
  expectations: Type.Array(ScenarioExpectation, { description: 'The expectations and their state' }),
  broken_off: Type.Optional(ScenarioBreak),
  reason: Type.Optional(Text('Of `stopped` and `error`: why', 'M. Rossi (vms) has taken control')),
});
export type ScenarioRun = Static<typeof ScenarioRun>;

export const ScenarioRunState = named('ScenarioRunState', 'The current run, or the last one.', {
  run: Type.Optional(ScenarioRun),
});
export type ScenarioRunState = Static<typeof ScenarioRunState>;
