import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { occurrences } from '../../src/schema/fields.ts';
import { parsedBody, withJson } from '../changes.ts';
import type { DefectChange, PassingAnswer } from '../defect.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import { changeField, filledFields, isFor, isReadable, type Target } from './targets.ts';

/** Where a value is wrong: in GET, on the WebSocket, or both. */
const EVERYWHERE = ['both', 'get', 'ws'] as const;
type Where = (typeof EVERYWHERE)[number];

/** Fields changed by commands, so that their correct values are known. */
const COMMANDED: Readonly<Record<string, readonly string[]>> = {
  'flight.state': [
    'altitude',
    'altitude_target',
    'kite_heading',
    'is_rotating',
    'is_changing_altitude',
    'flight_state',
  ],
  'flight.info': ['altitude_soft_max', 'total_kite_flight_hours'],
  'camera.state': ['pan_ned', 'tilt_ned', 'online_state'],
  'system.state': ['rtb_lids_state'],
  'handoff.state': [
    'controlling_client.session_id',
    'controlling_client.operator_name',
    'controlling_client.plugin_id',
    'controlling_client',
    'requesting_clients',
  ],
  'videostreams.state': ['zoom_level', 'fov_horizontal', 'fov_vertical', 'thermal_color_palette', 'stream_id'],
  'recordings.state': ['is_recording', 'recording_id', 'recording_seconds'],
};

const TAKEN_IN_FLIGHT = /^flight\.|pan_ned/;

type Change = (old: unknown) => unknown;

const OF_NUMBERS: Readonly<Record<string, (old: number) => number>> = {
  'shown-a-little-more': (old) => old + Math.max(0.8, Math.abs(old) * 0.1),
  'shown-a-little-less': (old) => old - Math.max(0.8, Math.abs(old) * 0.1),
  'shown-doubled': (old) => old * 2,
  'shown-as-zero': () => 0,
};

/** Changes of a value by its kind. */
function changesOf(value: unknown, id: string, path: string): Readonly<Record<string, Change>> {
  if (typeof value === 'boolean') {
    return {
      'shown-inverted': (old) => old !== true,
      'shown-always-true': () => true,
      'shown-always-false': () => false,
    };
  }
  if (typeof value === 'number') {
    return Object.fromEntries(
      Object.entries(OF_NUMBERS).map(([name, change]) => [
        name,
        (old) => (typeof old === 'number' ? Number(change(old).toFixed(2)) : old),
      ]),
    );
  }
  if (path === 'flight_state') return statesShownAs(['StandBy', 'TakingOff', 'Flying', 'Landing']);
  if (path === 'rtb_lids_state') return statesShownAs(['Closed', 'Opening', 'Opened', 'Closing']);
  if (Array.isArray(value))
    return { 'shown-empty': () => [], 'shown-reversed': (old) => (old as unknown[]).toReversed() };
  if (path === 'controlling_client') return { 'shown-null': () => null };
  return { 'shown-as-another': (old) => (typeof old === 'string' ? `${id.length}${old}` : old) };
}

/** Only the growth of the flight hours can be checked: the hours before are unknown. */
const isUnknowable = (path: string, name: string): boolean =>
  path === 'total_kite_flight_hours' && /-a-little-/.test(name);

const statesShownAs = (names: readonly string[]): Readonly<Record<string, Change>> =>
  Object.fromEntries(
    names.flatMap((from) =>
      names
        .filter((to) => to !== from)
        .map((to) => [`shown-${from}-as-${to}`.toLowerCase(), (old: unknown) => (old === from ? to : old)] as const),
    ),
  );

const change = (target: Target, path: string, to: Change, where: Where) => (): DefectChange => ({
  answer: (answer: PassingAnswer, request) => {
    if (where === 'ws' || !isFor(target, request) || answer.status !== 200) return answer;
    const value = parsedBody(answer);
    changeField(value, path, to);
    return withJson(answer, value);
  },
  message: (text, topic) => {
    if (where === 'get' || !target.path.test(topic)) return [text];
    const value = JSON.parse(text) as Record<string, unknown>;
    changeField('topic' in value && 'data' in value ? value.data : value, path, to);
    return [JSON.stringify(value)];
  },
});

/** Wrong values in fields that commands change. */
export const shownDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets
    .filter((target) => isReadable(target) && COMMANDED[target.op.id] !== undefined)
    .flatMap((target): GeneratedDefect[] => {
      const { op, sample } = target;
      // Without a subscription, GET is the only place.
      const places = TOPICS.some(({ operationId }) => operationId === op.id) ? EVERYWHERE : (['get'] as const);
      const known = filledFields(target).map(({ path }) => path);
      return (COMMANDED[op.id] ?? []).flatMap((path) => {
        const value = known.includes(path) ? occurrences(sample, path).values[0] : '';
        const changes = Object.entries(changesOf(value, op.id, path)).filter(([name]) => !isUnknowable(path, name));
        return changes.flatMap(([name, to]) =>
          places.map(
            (where): GeneratedDefect => ({
              id: `${where === 'both' ? '' : `${where}-`}${name}:${op.id}.${path}`,
              level: TAKEN_IN_FLIGHT.test(`${op.id}.${path}`.replace(/^camera\.state\./, '')) ? 'flight' : 'control',
              hasVideo: /^(videostreams|recordings)/.test(op.id),
              touches: (key) => target.path.test(key.slice(key.indexOf(' ') + 1)),
              make: change(target, path, to, where),
            }),
          ),
        );
      });
    });

/** Leases other than ten seconds: settings of an otherwise correct station. */
export const leaseDefects = (targets: readonly Target[]): readonly GeneratedDefect[] => {
  const target = targets.find(({ op }) => op.id === 'handoff.state');
  if (target === undefined) return [];
  return [5, 7, 8, 12, 15, 30].map((seconds) => ({
    id: `lease:${seconds}-s`,
    level: 'control',
    hasVideo: false,
    touches: (key) => /handoff/.test(key),
    flags: { 'handoff-lease-s': String(seconds) },
    make: () => ({}),
  }));
};
