import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';

/** Maximum length of a scenario, characters: twenty times the longest included one. A request has 64 KiB in all. */
const SCENARIO_TEXT_MAX = 48_000;

const about = {
  title: Type.String({ description: 'One line', examples: ['One strong gust'] }),
  description: Type.String({
    description: 'Effect',
    examples: ['A gust of 9 m/s on top of a fresh wind, over in seven seconds.'],
  }),
  family: Type.String({ description: 'Type of fault or sequence', examples: ['wind'] }),
};

const ScenarioName = Type.String({
  maxLength: 100,
  description: 'Name of an included scenario: its file name without `.yaml`',
  examples: ['gust'],
});

export const ScenarioSummary = named('ScenarioSummary', 'An included scenario.', {
  name: ScenarioName,
  ...about,
  steps: Type.Integer({
    minimum: 1,
    description: 'Number of steps of its timeline, repetitions included',
    examples: [2],
  }),
  expectations: Type.Integer({ minimum: 1, description: 'Number of expectations', examples: [7] }),
  shortest_s: Type.Number({
    minimum: 0,
    description: 'Sum of its waits and fixed times, s of station time, without the flight to its start',
    examples: [75],
  }),
  longest_s: Type.Number({
    minimum: 0,
    description: 'The same including the deadlines of all waits',
    examples: [75],
  }),
  unfit: Type.Optional(
    Type.String({
      description: 'Setting for which this station cannot run it, whatever its state. Absent if it can',
      examples: ['it needs system.installation Tray Mount, the station has Rooftop Box'],
    }),
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
      Type.String({
        maxLength: SCENARIO_TEXT_MAX,
        description: 'A whole scenario file, YAML',
        examples: ['title: ...\ndescription: ...\ntimeline: [...]\nexpect: [...]\n'],
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
  happened: Type.String({ description: 'Actual outcome', examples: ['truth.drift 7.2 m'] }),
  at_s: Type.Number({ description: 'When, s on the timeline', examples: [14.2] }),
  telemetry: Type.Array(Type.String(), {
    description: 'The last seconds before it as lines of a table',
    examples: [['time s  flight_state', '  13.2  Flying', '  14.2  Flying']],
  }),
};

const line = Type.Integer({ minimum: 1, description: 'Line of the scenario file', examples: [16] });

export const ScenarioExpectation = named('ScenarioExpectation', 'An expectation.', {
  line,
  text: Type.String({ description: 'Its text in the file', examples: ['always truth.drift < 6 m'] }),
  why: Type.Optional(Type.String({ description: 'Its reason', examples: ['the tether would touch the mast'] })),
  status: Type.Enum(EXPECTATION_STATUSES, {
    description:
      '`open` while it may still fail; `met` when it holds so far, and at the end; `failed`; `not_judged` when the timeline was aborted before.',
    examples: ['open'],
  }),
  happened: Type.Optional(judged.happened),
  at_s: Type.Optional(judged.at_s),
  telemetry: Type.Optional(judged.telemetry),
});
export type ScenarioExpectation = Static<typeof ScenarioExpectation>;

export const ScenarioBreak = named('ScenarioBreak', 'The step at which the timeline was aborted.', {
  line,
  expected: Type.String({
    description: 'Unmet requirement of the step',
    examples: ['flight_state is Flying within 60 s, for the step "low again"'],
  }),
  happened: judged.happened,
  at_s: Type.Optional(judged.at_s),
  telemetry: judged.telemetry,
});
export type ScenarioBreak = Static<typeof ScenarioBreak>;

export const ScenarioStep = named('ScenarioStep', 'A step of the timeline.', {
  number: Type.Integer({ minimum: 1, description: 'Number of the step, from 1', examples: [1] }),
  line,
  label: Type.String({ description: 'Action of the step', examples: ['gust: fault wind_gust'] }),
});
export type ScenarioStep = Static<typeof ScenarioStep>;

export const ScenarioRun = named('ScenarioRun', 'A run of a scenario on this station.', {
  id: Type.String({ description: 'Id of the run', examples: ['6b1f0b1e-6a51-4a43-9d8e-4f4d0b6f0a11'] }),
  name: Type.Optional(ScenarioName),
  ...about,
  status: Type.Enum(SCENARIO_STATUSES, {
    description:
      '`preparing`: the Kite is flown to the start of the timeline; `running`; then `passed`, `failed` (an expectation was not met), `error` (it could not be run to its end) or `stopped`.',
    examples: ['running'],
  }),
  started_by: Type.String({ description: 'Plugin that started it', examples: ['first'] }),
  started_at: Timestamp('When it was requested.'),
  ended_at: Type.Optional(Timestamp('When it ended.')),
  elapsed_s: Type.Number({
    minimum: 0,
    description: 'Position on the timeline, s of station time; 0 while preparing',
    examples: [12.4],
  }),
  percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Number of completed steps', examples: [50] }),
  steps: Type.Integer({ minimum: 1, description: 'Number of its steps', examples: [2] }),
  step: Type.Optional(ScenarioStep),
  expectations: Type.Array(ScenarioExpectation, { description: 'The expectations and their state' }),
  broken_off: Type.Optional(ScenarioBreak),
  reason: Type.Optional(
    Type.String({
      description: 'Of `stopped` and `error`: why',
      examples: ['M. Rossi (vms) has taken control'],
    }),
  ),
});
export type ScenarioRun = Static<typeof ScenarioRun>;

export const ScenarioRunState = named('ScenarioRunState', 'The current run, or the last one.', {
  run: Type.Optional(ScenarioRun),
});
export type ScenarioRunState = Static<typeof ScenarioRunState>;
