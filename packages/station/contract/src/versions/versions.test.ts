import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { asyncApiDocument } from '../asyncapi.ts';
import type { JsonObject } from '../document/components.ts';
import { openApiDocument } from '../openapi.ts';
import { checkedBody, isJson, type Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { exampleMessage } from '../topics.ts';
import { API_VERSIONS, type ApiVersion } from '../versions.ts';
import { operationIn, operationsIn, replyWriterIn, topicsIn } from './operation-versions.ts';

const NEWEST = new Map(OPERATIONS.map((op) => [op.id, op]));

function newest(id: string): Operation {
  const op = NEWEST.get(id);
  assert.ok(op, id);
  return op;
}

const documents = new Map(
  API_VERSIONS.map((version) => {
    const { components } = openApiDocument({ version }) as { components: { schemas: Record<string, JsonObject> } };
    return [version, components.schemas];
  }),
);

const schemasIn = (version: ApiVersion): Readonly<Record<string, JsonObject>> => documents.get(version) ?? {};

const propertiesIn = (version: ApiVersion, schema: string): Readonly<Record<string, JsonObject>> =>
  (schemasIn(version)[schema] as { properties: Record<string, JsonObject> }).properties;

const requiredIn = (version: ApiVersion, schema: string) =>
  (schemasIn(version)[schema] as { required?: readonly string[] }).required ?? [];

const LIDS = ['system.control.open_rtb_lids', 'system.control.close_rtb_lids'];

/** Fields that are absent, by the newest version that does not have them. */
const ABSENT: readonly (readonly [ApiVersion, string, readonly string[]])[] = [
  ['1.0.0', 'FlightInfo', ['total_kite_flight_hours']],
  ['1.0.0', 'SystemState', ['rtb_external_safety_land_button_state', 'rtb_parking_brake_state']],
  ['1.0.0', 'PluginSelfUpdatableFields', ['self_status', 'self_status_text']],
  ['0.5.0', 'SystemInfo', ['propeller_model']],
  ['0.5.0', 'SystemState', ['propeller_model']],
  ['0.5.0', 'CameraInfo', ['tilt_min', 'tilt_max', 'roll_min', 'roll_max']],
  [
    '0.5.0',
    'RequestHandoffControl',
    ['regulatory_mode', 'operator_gps_lat', 'operator_gps_lon', 'operator_gps_elevation', 'operator_gps_accuracy'],
  ],
  ['0.5.0', 'VideoStreamInfo', ['rtsp_url', 'rtsps_url']],
];

const REQUIRED_IN_PREVIEW: readonly (readonly [string, readonly string[]])[] = [
  ['CameraInfo', ['pan_speed_min', 'pan_speed_max', 'tilt_speed_min', 'tilt_speed_max']],
  ['VideoStreamInfo', ['protocol', 'url']],
];

/** Values of the newest version, and how others write them: by operation. */
const WRITTEN: readonly (readonly [ApiVersion, string, unknown, unknown])[] = [
  ['1.0.0', 'flight.info', { altitude_hard_max: 45, total_kite_flight_hours: 1 }, { altitude_hard_max: 45 }],
  ...(
    [
      ['Rooftop Box', 'RTB'],
      ['Dev Kit', 'DevKit'],
      ['Bare Ground Station', 'DevKit'],
      ['Transport Case', 'Transport Case'],
      ['Tray Mount', 'Tray Mount'],
    ] as const
  ).map(([installation, older]) => ['1.0.0', 'system.info', { installation }, { installation: older }] as const),
  [
    '1.0.0',
    'system.info',
    { installation: 'Dev Kit', drone_id: { regulatory_mode: 'DISABLED', serial: 'K' } },
    { installation: 'DevKit' },
  ],
  [
    '0.5.0',
    'system.info',
    { installation: 'Dev Kit', propeller_model: 'P', drone_id: { regulatory_mode: 'UNKNOWN', serial: 'K' } },
    { installation: 'DevKit', drone_id: { regulatory_mode: 'UNKNOWN', serial: 'K' } },
  ],
  [
    '0.5.0',
    'videostreams',
    [{ stream_id: 'zoom', rtsp_url: 'rtsp://h:5010/video', rtsps_url: 'rtsps://h:322/zoom' }],
    [{ stream_id: 'zoom', protocol: 'RTP', url: 'rtsp://h:5010/video' }],
  ],
  [
    '0.5.0',
    'recordings',
    [{ recording_id: '20220616_132946_+0200', videos: [{ recording_id: '20220616_132946_+0200' }] }],
    [{ recording_id: '20220616%5F132946%5F%2B0200', videos: [{ recording_id: '20220616_132946_+0200' }] }],
  ],
  [
    '0.5.0',
    'recordings.state',
    { recording_id: '20220616_132946_+0200' },
    { recording_id: '20220616%5F132946%5F%2B0200' },
  ],
  ['0.5.0', 'recordings.state', { is_recording: false }, { is_recording: false }],
  ['1.0.0', 'recordings.state', { recording_id: '20220616_132946_+0200' }, { recording_id: '20220616_132946_+0200' }],
];

describe('the newest version', () => {
  it('is the contract itself: no operation is copied', () => {
    assert.equal(operationsIn('1.1.2'), OPERATIONS);
    for (const op of OPERATIONS) assert.equal(operationIn('1.1.2', op), op);
  });
});

describe('an older version', () => {
  it('does not have the lids’ operations, and has all others', () => {
    const without = (version: ApiVersion) => {
      const known = new Set(operationsIn(version).map(({ id }) => id));
      return OPERATIONS.map(({ id }) => id).filter((id) => !known.has(id));
    };
    assert.deepEqual(without('1.0.0'), LIDS);
    assert.deepEqual(without('0.5.0'), [...LIDS, 'health.get']);
  });

  it('has the same methods, scopes and parameters for what is left', () => {
    for (const version of API_VERSIONS) {
      for (const { id, method, access, params, query } of operationsIn(version)) {
        const op = newest(id);
        assert.deepEqual([method, access, params, query], [op.method, op.access, op.params, op.query], id);
      }
    }
  });

  for (const [since, schema, names] of ABSENT) {
    it(`has no ${names.join(', ')} in ${schema}, from ${since} down`, () => {
      for (const version of API_VERSIONS) {
        const isAbsent = API_VERSIONS.indexOf(version) <= API_VERSIONS.indexOf(since);
        for (const name of names) assert.equal(name in propertiesIn(version, schema), !isAbsent, `${version} ${name}`);
      }
    });
  }

  it('has every other property of the newest, with the same schema', () => {
    const isNamed = (schema: string, name: string) =>
      ABSENT.some(([, of, names]) => of === schema && names.includes(name));
    const differ = new Set<string>();
    for (const version of API_VERSIONS) {
      for (const [schema, { properties = {} }] of Object.entries(schemasIn('1.1.2'))) {
        if (schemasIn(version)[schema] === undefined) continue;
        for (const [name, member] of Object.entries(properties as object)) {
          if (isNamed(schema, name)) continue;
          const older = propertiesIn(version, schema)[name];
          if (JSON.stringify(older) !== JSON.stringify(member)) differ.add(`${version} ${schema}.${name}`);
        }
      }
    }
    assert.deepEqual(
      [...differ],
      [
        '0.5.0 CameraInfo.model',
        '0.5.0 PluginSelfUpdatableFields.plugin_id',
        '0.5.0 PluginSelfUpdatableFields.state',
        '0.5.0 Recording.recording_id',
        '0.5.0 RecordingsState.recording_id',
        '0.5.0 SystemInfo.installation',
        '0.5.0 SystemInfo.drone_id',
        '1.0.0 PluginSelfUpdatableFields.plugin_id',
        '1.0.0 PluginSelfUpdatableFields.state',
        '1.0.0 SystemInfo.installation',
        '1.0.0 SystemInfo.drone_id',
      ],
    );
  });

  it('knows fewer values of installation, Remote ID and, in 0.5.0, the camera', () => {
    for (const version of ['1.0.0', '0.5.0'] as const) {
      const { drone_id, installation } = propertiesIn(version, 'SystemInfo');
      assert.deepEqual(installation?.enum, ['RTB', 'Transport Case', 'Tray Mount', 'DevKit']);
      const modes = (drone_id as { properties?: { regulatory_mode?: JsonObject } }).properties?.regulatory_mode?.enum;
      assert.deepEqual(modes, ['US_REMOTE_ID_STANDARD', 'UNKNOWN']);
    }
    const models = ['Camera 2nd Generation', 'Camera 2nd Generation IR Plus'];
    assert.deepEqual(propertiesIn('0.5.0', 'CameraInfo').model?.enum, models);
  });

  it('has plugin_id and state as current fields, and tells nobody that they are deprecated', () => {
    for (const version of ['1.0.0', '0.5.0'] as const) {
      const { plugin_id, state } = propertiesIn(version, 'PluginSelfUpdatableFields');
      assert.deepEqual([plugin_id?.deprecated, state?.deprecated], [undefined, undefined]);
      assert.deepEqual(state?.enum, ['Disabled', 'Enabled', 'Active', 'Connected', 'Error']);
      assert.doesNotMatch(JSON.stringify(openApiDocument({ version }).paths), /Deprecation|Sunset/);
    }
    assert.match(JSON.stringify(openApiDocument({ version: '1.1.2' }).paths), /Deprecation.*Sunset/);
  });

  for (const [version, id, value, expected] of WRITTEN) {
    it(`writes ${JSON.stringify(value)} of ${id} in ${version} as ${JSON.stringify(expected)}`, () => {
      const before = JSON.stringify(value);
      assert.deepEqual(replyWriterIn(version, newest(id))(value), expected);
      assert.equal(JSON.stringify(value), before, 'the value itself is left as it is');
    });
  }

  it('has examples that its schemas accept, of requests, replies and messages', () => {
    for (const version of API_VERSIONS) {
      for (const op of operationsIn(version)) {
        const [reply] = Object.values(op.replies);
        if (reply !== undefined && isJson(reply)) {
          assert.deepEqual(Compile(reply).Errors(op.replyExample), [], `${version} ${op.id}`);
        }
        const checked = checkedBody(op);
        for (const { value } of checked === undefined ? [] : (op.examples ?? [])) {
          assert.deepEqual(
            Compile({ ...checked, additionalProperties: false }).Errors(value),
            [],
            `${version} ${op.id}`,
          );
        }
      }
      for (const topic of topicsIn(version)) {
        const example = exampleMessage(topic, operationsIn(version));
        assert.deepEqual(Compile(topic.message).Errors(example), [], `${version} ${topic.name}`);
      }
    }
  });
});

describe('the preview 0.5.0', () => {
  const operation = (id: string): Operation => {
    const op = operationIn('0.5.0', newest(id));
    assert.ok(op, id);
    return op;
  };

  it('has every path below /v0 but that of the versions, and the station’s own families where they are', () => {
    for (const { path } of operationsIn('0.5.0')) assert.ok(path.startsWith('/v0/') || path === '/versions', path);
    const texts = JSON.stringify([openApiDocument({ version: '0.5.0' }), asyncApiDocument({ version: '0.5.0' })]);
    const newestPaths = texts.match(/.{0,12}\/v1\/.{0,20}/g) ?? [];
    assert.deepEqual(
      newestPaths.filter((text) => !/\/(?:video|sim|station|admin)\/v1\/|"\/api\/v1\/health"/.test(text)),
      [],
    );
    const channels = asyncApiDocument({ version: '0.5.0' }).channels as Record<string, { address: string }>;
    assert.equal(channels['flight.state']?.address, '/v0/flight/state/subscribe');
  });

  for (const [schema, names] of REQUIRED_IN_PREVIEW) {
    it(`requires ${names.join(', ')} in ${schema}`, () => {
      for (const name of names) assert.ok(requiredIn('0.5.0', schema).includes(name), name);
      for (const name of names) assert.ok(!requiredIn('1.0.0', schema).includes(name), name);
    });
  }

  it('has an optional ip_address in the handoff request and in both records of clients', () => {
    for (const schema of ['RequestHandoffControl', 'ControllingClient', 'RequestingClient']) {
      assert.ok('ip_address' in propertiesIn('0.5.0', schema), schema);
      assert.ok(!requiredIn('0.5.0', schema).includes('ip_address'), schema);
      assert.ok(!('ip_address' in propertiesIn('1.0.0', schema)), schema);
    }
  });

  it('answers start and stop of a recording with 200, and aborts take-off and landing only', () => {
    for (const id of ['recordings.control.start', 'recordings.control.stop']) {
      assert.deepEqual(Object.keys(operation(id).replies), ['200']);
      assert.deepEqual(Object.keys(operationIn('1.0.0', newest(id))?.replies ?? {}), ['201']);
    }
    assert.deepEqual(operation('flight.control.abort').flightStates, ['TakingOff', 'Landing']);
  });

  it('names in its document a token URL that is not its path', () => {
    const { components } = openApiDocument({ version: '0.5.0' });
    assert.match(JSON.stringify(components), /"tokenUrl":"\/api\/v0\/authentication\/tokens\/request"/);
    assert.equal(operation('auth.token.request').path, '/v0/auth/token/request');
    for (const version of ['1.0.0', '1.1.2'] as const) {
      const document = JSON.stringify(openApiDocument({ version }).components);
      assert.match(document, /"tokenUrl":"\/api\/v1\/auth\/token\/request"/);
    }
  });

  it('has neither rate limits nor TLS', () => {
    const text = JSON.stringify(openApiDocument({ version: '0.5.0' }).paths);
    assert.doesNotMatch(text, /RATE_LIMITED|RateLimit|TOO_MANY_WRONG_KEYS/);
    assert.deepEqual(Object.keys(asyncApiDocument({ version: '0.5.0' }).servers as object), ['plain']);
  });

  it('says how a Range with several ranges is written', () => {
    const text = JSON.stringify(openApiDocument({ version: '0.5.0' }).paths);
    assert.ok(text.includes(JSON.stringify('^bytes=((\\d+-\\d*,?)+|-\\d+)$')));
  });
});
