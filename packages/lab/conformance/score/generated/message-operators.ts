import { operationById } from '@kitestring/station-contract/operations.ts';
import { TOPICS, type TopicDefinition } from '@kitestring/station-contract/topics.ts';
import type { TSchema } from 'typebox';
import { answerFields, occurrences } from '../../src/schema/fields.ts';
import { letIn, withHeader, withoutHeader } from '../changes.ts';
import type { DefectChange, OddMessage } from '../defect.ts';
import type { GeneratedDefect, StationPace } from './generated-defect.ts';
import { changeField, type Target } from './targets.ts';

type Message = string | OddMessage;

/** Handling of the messages of one topic; created for each connection. */
type MessageOperator = (pace: StationPace) => (text: string) => readonly Message[];

/** Delay in station seconds. */
const lateBy =
  (seconds: number): MessageOperator =>
  ({ speed }) => {
    const afterMs = (seconds * 1000) / speed;
    return (text) => [{ text, afterMs }];
  };

/** Changes the state in a message, with or without envelope. */
const inData = (change: (data: unknown) => unknown) => (text: string) => {
  const value = JSON.parse(text) as Record<string, unknown>;
  const isEnveloped = 'topic' in value && 'data' in value;
  const data = isEnveloped ? value.data : value;
  const changed = change(data) ?? data;
  return JSON.stringify(isEnveloped ? { ...value, data: changed } : changed);
};

const OF_STATES: Readonly<Record<string, MessageOperator>> = {
  'ws-late-4-s': lateBy(4),
  'ws-late-15-s': lateBy(15),
  'ws-late-60-s': lateBy(60),
  'ws-frozen': () => {
    let first: string | undefined;
    return (text) => {
      first ??= text;
      return [first];
    };
  },
  'ws-frozen-data': () => {
    let first: unknown;
    const kept = (data: unknown) => {
      first ??= data;
      return first;
    };
    return (text) => [inData(kept)(text)];
  },
  'ws-swapped': () => {
    let held: string | undefined;
    return (text) => {
      const before = held;
      held = before === undefined ? text : undefined;
      return before === undefined ? [] : [text, before];
    };
  },
  'ws-first-only': () => {
    let count = 0;
    return (text) => (count++ === 0 ? [text] : []);
  },
  'ws-silent-after-ten': () => {
    let count = 0;
    return (text) => (count++ < 10 ? [text] : []);
  },
  'ws-six-times': () => (text) => Array.from({ length: 6 }, () => text),
};

const OF_ALL: Readonly<Record<string, MessageOperator>> = {
  'ws-binary': () => (text) => [{ text, isBinary: true }],
  'ws-none': () => () => [],
  'ws-cut': () => (text) => [text.slice(0, -1)],
  'ws-in-a-list': () => (text) => [inData((data) => [data])(text)],
  'ws-empty-objects': () => (text) => [inData(() => ({}))(text)],
};

const OF_EVENTS: Readonly<Record<string, MessageOperator>> = {
  'ws-events-twice': () => (text) => [text, text],
  'ws-events-late': lateBy(60),
  'ws-first-event-lost': () => {
    let count = 0;
    return (text) => (count++ === 0 ? [] : [text]);
  },
};

/** The topic of a passing message, `videostreams/zoom/state`. */
const isOf = ({ name }: TopicDefinition) => {
  const pattern = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return (topic: string) => pattern.test(topic);
};

function ofTopic(
  topic: TopicDefinition,
  name: string,
  operator: MessageOperator,
  level: GeneratedDefect['level'],
): GeneratedDefect {
  const isMeant = isOf(topic);
  return {
    id: `${name}:${topic.operationId}`,
    level,
    hasVideo: /^(videostreams|recordings)/.test(topic.name),
    touches: (key) => key.startsWith('WS ') && isMeant(key.slice(3)),
    make: (pace) => {
      const change = operator(pace);
      return { message: (text, name) => (isMeant(name) ? change(text) : [text]) };
    },
  };
}

/** Fields of messages that differ from the GET response. */
function fieldOperators(topic: TopicDefinition, sample: unknown): Readonly<Record<string, MessageOperator>> {
  const present = answerFields(topic.message as TSchema).filter(
    ({ path }) => !path.includes('[]') && occurrences(sample, path).values.length > 0,
  );
  const operators = present.flatMap(({ path, schema }) => {
    const changed =
      (change: (old: unknown) => unknown): MessageOperator =>
      () =>
      (text) => [inData((data) => void changeField(data, path, change))(text)];
    const isNumber = occurrences(sample, path).values.some((value) => typeof value === 'number' && value !== 0);
    return [
      [`ws-field-absent.${path}`, changed(() => undefined)],
      [`ws-field-retyped.${path}`, changed((old) => (typeof old === 'string' ? 1 : `${old}`))],
      ...(isNumber ? [[`ws-number-tripled.${path}`, changed((old) => Number(old) * 3 + 10)]] : []),
      ...(schema.enum === undefined ? [] : [[`ws-value-unknown.${path}`, changed((old) => `${old}s`)]]),
    ] as [string, MessageOperator][];
  });
  return Object.fromEntries(operators);
}

/** Messages that show commanded values; elsewhere a late or frozen message is not recognisable by its content. */
export const messageDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  TOPICS.flatMap((topic): readonly GeneratedDefect[] => {
    const made = (operators: Readonly<Record<string, MessageOperator>>) =>
      Object.entries(operators).map(([name, operator]) => {
        const [kind = '', ...path] = name.split('.');
        // Values that change by command only do not show that they are frozen, and make few messages without one.
        const isCommanded =
          kind === 'ws-frozen-data' || (kind === 'ws-silent-after-ten' && topic.name !== 'flight/state');
        const level = !isCommanded ? 'read' : topic.name === 'flight/state' ? 'flight' : 'control';
        const { id, ...defect } = ofTopic(topic, kind, operator, level);
        return { ...defect, id: path.length === 0 ? id : `${id}.${path.join('.')}` };
      });
    if (topic.kind === 'event') return [...made(OF_ALL), ...made(OF_EVENTS)];
    const sample = targets.find(({ op }) => op.id === topic.operationId)?.sample;
    return [...made(OF_ALL), ...made(OF_STATES), ...made(fieldOperators(topic, sample))];
  });

/** Upgrades: authorisation and responses. */
export const upgradeDefects = (): readonly GeneratedDefect[] =>
  TOPICS.flatMap((topic): GeneratedDefect[] => {
    const isMeant = isOf(topic);
    const isUpgrade = (path: string) => path.endsWith('/subscribe') && isMeant(path.replace(/\/subscribe$/, ''));
    const path = new RegExp(`^${topic.name.replaceAll(/\{\w+\}/g, '[^/]+')}/subscribe$`);
    const common = {
      level: 'read',
      hasVideo: /^(videostreams|recordings)/.test(topic.name),
      touches: (key: string) => (key.startsWith('WS ') ? isMeant(key.slice(3)) : path.test(key.split(' ')[1] ?? '')),
    } as const;
    const answers = (change: NonNullable<DefectChange['answer']>) => () => ({
      answer: ((answer, request) => (isUpgrade(request.path) ? change(answer, request) : answer)) as typeof change,
    });
    const id = topic.operationId;
    return [
      {
        ...common,
        id: `upgrade-without-token:${id}`,
        make: letIn('GET', path, 'read', ({ headers }) => headers.authorization === undefined),
      },
      {
        ...common,
        id: `upgrade-with-any-token:${id}`,
        make: letIn('GET', path, 'read', ({ headers }) => /no-station-ever/.test(headers.authorization ?? '')),
      },
      {
        ...common,
        id: `upgrade-refused-as-403:${id}`,
        make: answers((answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)),
      },
      {
        ...common,
        id: `no-upgrade-as-400:${id}`,
        make: answers((answer) => (answer.status === 426 ? { ...answer, status: 400 } : answer)),
      },
      {
        ...common,
        id: `no-upgrade-header:${id}`,
        make: answers((answer) => (answer.status === 426 ? withoutHeader(answer, 'upgrade') : answer)),
      },
      {
        ...common,
        id: `cookie-renamed:${id}`,
        make: answers((answer) =>
          answer.status === 101 ? withHeader(answer, 'set-cookie', 'session=1; Path=/') : answer,
        ),
      },
    ];
  }).filter(({ id }) => operationById(id.slice(id.indexOf(':') + 1)) !== undefined);
