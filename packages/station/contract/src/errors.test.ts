import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADMIN_OPERATIONS } from './admin/operations.ts';
import { oauthError } from './auth/oauth-error.ts';
import { ERRORS, type ErrorCode, errorMessage, exampleMessage } from './errors.ts';
import { errors, FLEET_REFUSALS, REPLAY_REFUSALS, UNROUTED_ERRORS } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { REPLAY_OPERATIONS } from './replay/operations.ts';
import { SIM_OPERATIONS } from './sim/operations.ts';
import { STATION_OPERATIONS } from './station/operations.ts';
import { VIDEO_OPERATIONS } from './video/operations.ts';

const ALL = [
  ...[...OPERATIONS, ...SIM_OPERATIONS, ...STATION_OPERATIONS, ...VIDEO_OPERATIONS, ...ADMIN_OPERATIONS],
  ...REPLAY_OPERATIONS,
];
const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('every error', () => {
  it('is one that an operation, or a request that reaches none, can be answered with', () => {
    const used = new Set<ErrorCode>([
      ...[...UNROUTED_ERRORS, ...REPLAY_REFUSALS, ...FLEET_REFUSALS],
      ...ALL.flatMap(errors),
    ]);
    assert.deepEqual(
      CODES.filter((code) => !used.has(code)),
      [],
    );
  });

  it('has a stable form of code and a status of 4xx or 5xx', () => {
    for (const code of CODES) {
      assert.match(code, /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/);
      assert.ok(ERRORS[code].status >= 400 && ERRORS[code].status < 600, code);
    }
  });

  it('says in sentences what it means and what to do, and has an example that names no code', () => {
    for (const code of CODES) {
      const { meaning, remedy } = ERRORS[code];
      const example = exampleMessage(code);
      assert.match(meaning, /^(?!Whether )[A-Z].+\.$/, code);
      assert.match(remedy, /^[A-Z].+\.$/, code);
      assert.ok(example.length > 0 && !example.endsWith('.') && !example.includes(code), code);
      const mayBeUnknown = ['INVALID_TOKEN', 'INVALID_API_KEY'].includes(code);
      assert.ok(mayBeUnknown || !example.includes('unknown'), `${code}: a value of its sample is missing`);
    }
  });

  it('is listed once in an operation, by rising status', () => {
    for (const op of ALL) {
      const codes = errors(op);
      assert.equal(new Set(codes).size, codes.length, op.id);
      const statuses = codes.map((code) => ERRORS[code].status);
      assert.deepEqual(statuses, [...statuses].sort(), op.id);
    }
  });
});

describe('the message of an error', () => {
  it('is the template of its cause, filled with its values, which are no templates', () => {
    assert.equal(errorMessage('NOT_RECORDING', {}), 'no recording is running');
    assert.equal(
      errorMessage('CONTROL_TAKEN.queueFull', { client: '{most} of us', most: 100 }),
      '{most} of us is in control, and the queue is full (100)',
    );
  });
});

describe('an error of the token request', () => {
  it('has the code that RFC 6749 gives it', () => {
    assert.equal(oauthError('INVALID_API_KEY'), 'invalid_client');
    assert.equal(oauthError('UNSUPPORTED_GRANT_TYPE'), 'unsupported_grant_type');
    assert.equal(oauthError('SCOPE_NOT_GRANTED'), 'invalid_scope');
    assert.equal(oauthError('PLUGIN_DISABLED'), 'unauthorized_client');
    assert.equal(oauthError('MALFORMED_JSON'), 'invalid_request');
    assert.equal(oauthError('TOO_MANY_WRONG_KEYS'), 'temporarily_unavailable');
    assert.equal(oauthError('INTERNAL_ERROR'), 'server_error');
  });
});
