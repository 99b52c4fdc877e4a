import { LEGACY_STATES, SELF_STATUSES } from '@kitestring/station-contract/auth/plugin-self-update.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, needed, published } from '../check.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const UPDATE = 'auth.plugin.update';
const DONE = published('POST /v1/auth/plugin/update, 204');

const check = checksAt('control', UPDATE);

/** Self-reported status of a client. */
export const pluginChecks = (api: CheckedApi): ContractCheck[] => {
  const fields = api.operations.find((op) => op.id === UPDATE)?.body as {
    properties?: Readonly<Record<string, unknown>>;
  };
  return fields?.properties?.self_status === undefined
    ? [...PLUGIN_ID, ...LEGACY, ...BEFORE_STATUS]
    : [...PLUGIN_ID, ...LEGACY, ...STATUS];
};

const PLUGIN_ID: readonly ContractCheck[] = [
  check(
    'plugin-id',
    'plugin_id must be that of the token: else 404.',
    published('POST /v1/auth/plugin/update, 404'),
    async (expect, station) => {
      const own = needed(await station.sessions.of('commander'), 'the key cannot command');
      const right = await station.ask(UPDATE, { as: own, json: { plugin_id: own.pluginId } });
      judgeDone(expect, right, 204, 'status for the own plugin_id');
      judgeRefusal(expect, await station.ask(UPDATE, { as: own, json: { plugin_id: 'another' } }), 404, [
        'PLUGIN_NOT_FOUND',
      ]);
    },
  ),
  check(
    'unknown-properties',
    'Unknown properties are ignored.',
    decided('Requests and errors'),
    async (expect, station) => {
      const answer = await station.ask(UPDATE, { json: { nobody_knows: 'this' } });
      judgeDone(expect, answer, 204, 'status');
    },
  ),
];

const LEGACY: readonly ContractCheck[] = [
  check('state', 'state may be Connected or Error; any other value is 422.', DONE, async (expect, station) => {
    for (const state of LEGACY_STATES) {
      const answer = await station.ask(UPDATE, { json: { state } });
      judgeDone(expect, answer, 204, `status for ${state}`);
    }
    judgeRefusal(expect, await station.ask(UPDATE, { json: { state: 'Splendid' } }), 422, [
      'INVALID_SELF_STATUS',
      'MALFORMED_PLUGIN_UPDATE',
    ]);
  }),
];

/** Predecessor of `self_status`. */
const BEFORE_STATUS: readonly ContractCheck[] = [
  check(
    'state-of-the-station',
    'Disabled, Enabled and Active are set by the station: 422.',
    DONE,
    async (expect, station) => {
      for (const state of ['Disabled', 'Enabled', 'Active']) {
        judgeRefusal(expect, await station.ask(UPDATE, { json: { state } }), 422);
      }
    },
  ),
  check('is-current', 'plugin_id and state are not deprecated in this version.', DONE, async (expect, station) => {
    const answer = await station.ask(UPDATE, { json: { state: 'Connected' } });
    expect.equal(answer.header('deprecation'), undefined, 'Deprecation', answer.exchange);
  }),
  check(
    'self-status-is-unknown',
    'self_status is a field of a newer version: it is ignored.',
    DONE,
    async (expect, station) => {
      const answer = await station.ask(UPDATE, { json: { self_status: 'Splendid' } });
      judgeDone(expect, answer, 204, 'status');
    },
  ),
];

const STATUS: readonly ContractCheck[] = [
  check('self-status', 'self_status is one of five values; any other is 422.', DONE, async (expect, station) => {
    for (const self_status of SELF_STATUSES) {
      const answer = await station.ask(UPDATE, { json: { self_status, self_status_text: 'conformance' } });
      judgeDone(expect, answer, 204, `status for "${self_status}"`);
    }
    judgeRefusal(expect, await station.ask(UPDATE, { json: { self_status: 'Splendid' } }), 422, [
      'INVALID_SELF_STATUS',
    ]);
  }),
  check('long-text', 'self_status_text has no limit of its own.', DONE, async (expect, station) => {
    const answer = await station.ask(UPDATE, { json: { self_status: '', self_status_text: 'x'.repeat(2000) } });
    judgeDone(expect, answer, 204, 'status');
    await station.ask(UPDATE, { json: { self_status: '', self_status_text: '' } });
  }),
  check(
    'deprecated',
    'A request with the deprecated field is answered with the header Deprecation.',
    decided('Tokens'),
    async (expect, station) => {
      const answer = await station.ask(UPDATE, { json: { state: 'Connected' } });
      expect.that(answer.header('deprecation') !== undefined, 'there is a header Deprecation', answer.exchange);
    },
  ),
];
