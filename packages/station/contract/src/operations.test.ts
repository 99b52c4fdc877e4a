import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ADMIN_OPERATIONS } from './admin/operations.ts';
import { checkedBody, fullPath, grantsOf, isJson, type Operation } from './operation.ts';
import { OPERATIONS, operationById } from './operations.ts';
import { REPLAY_OPERATIONS } from './replay/operations.ts';
import { SIM_OPERATIONS } from './sim/operations.ts';
import { STATION_OPERATIONS } from './station/operations.ts';
import { VIDEO_OPERATIONS } from './video/operations.ts';

function assertValid(schema: TSchema, value: unknown, what: string): void {
  const errors = Compile(schema).Errors(value);
  assert.deepEqual(errors, [], what);
}

const checker = (op: Operation | undefined) => {
  const schema = op && checkedBody(op);
  assert.ok(schema);
  return Compile(schema);
};

const ALL: readonly Operation[] = [
  ...OPERATIONS,
  ...SIM_OPERATIONS,
  ...STATION_OPERATIONS,
  ...VIDEO_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...REPLAY_OPERATIONS,
];

describe('every operation', () => {
  it('has a method and path of its own, and an id of its own', () => {
    const routes = ALL.map((op) => `${op.method} ${fullPath(op)}`);
    assert.equal(new Set(routes).size, routes.length);
    assert.equal(new Set(ALL.map((op) => op.id)).size, ALL.length);
    for (const op of OPERATIONS) assert.equal(operationById(op.id), op);
  });

  it('of the simulator is below its own base, with an id that begins with its path', () => {
    for (const op of SIM_OPERATIONS) {
      assert.ok(fullPath(op).startsWith('/sim/v1/'), op.id);
      const [, first = ''] = op.path.split('/');
      assert.ok(op.id.startsWith(`sim.${first === 'faults' ? 'fault' : first.replaceAll('-', '_')}`), op.id);
      // A snapshot's file holds the hashes of keys and passwords.
      const scopes = op.id === 'sim.snapshots.file' ? [['internal']] : [['experimental'], ['internal']];
      assert.deepEqual(grantsOf(op.access), scopes, op.id);
    }
  });

  it('that hashes a password or a key has a minute for it, unless clients repeat it', () => {
    const hashing = [...STATION_OPERATIONS, ...ADMIN_OPERATIONS].filter(
      ({ access, errors = [], method }) =>
        method === 'POST' && access !== 'key' && access !== 'open' && errors.includes('STATION_BUSY'),
    );
    assert.ok(hashing.length >= 6);
    for (const { answersWithinS = 0, id } of hashing) assert.ok(answersWithinS >= 60, id);
  });

  it('of the administration is below its own base and needs the scope of an operator’s seat', () => {
    for (const op of ADMIN_OPERATIONS) {
      assert.ok(fullPath(op).startsWith('/admin/v1/'), op.id);
      const [, first = ''] = op.path.split('/');
      assert.ok(op.id.startsWith(`admin.${first.replaceAll('-', '_')}`), op.id);
      assert.deepEqual(grantsOf(op.access), [['internal']], op.id);
    }
  });

  it('has an id that says its path, where the path is one of a single operation', () => {
    for (const op of OPERATIONS.filter(({ path }) => !path.includes('{'))) {
      const fromPath = op.path
        .slice(1)
        .replace(/^health$/, 'health.get')
        .replace(/^v1\/(?!health)/, '')
        .replaceAll('/', '.');
      assert.equal(op.id, fromPath);
    }
  });

  it('names in its parameters just those of its path', () => {
    for (const op of ALL) {
      const inPath = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const { properties = {} } = (op.params ?? {}) as { properties?: object };
      assert.deepEqual(Object.keys(properties), inPath, op.id);
    }
  });

  it('with a body has examples, and what is checked accepts them', () => {
    for (const op of ALL) {
      const checked = checkedBody(op);
      if (op.body === undefined || checked === undefined) continue;
      assert.ok(op.examples?.length, op.id);
      for (const { summary, value } of op.examples) {
        assertValid(op.body, value, `${op.id}: ${summary}`);
        assertValid(checked, value, `${op.id}: ${summary}`);
      }
    }
  });

  it('with a JSON reply has an example that its schema accepts', () => {
    for (const op of ALL) {
      const [reply] = Object.values(op.replies);
      if (reply === undefined || !isJson(reply)) continue;
      assert.notEqual(op.replyExample, undefined, op.id);
      assertValid(reply, op.replyExample, op.id);
    }
  });

  it('survives JSON in its examples: no undefined, no function', () => {
    for (const { replyExample, examples } of ALL) {
      for (const value of [replyExample, ...(examples ?? []).map((example) => example.value)]) {
        if (value !== undefined) assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
      }
    }
  });
});

describe('a request', () => {
  it('takes no address that the station would call', () => {
    const name = /(?:^|_)(?:ur[il]|host|address|callback|webhook|redirect)(?:_|$)/;
    for (const { body, id, params, query } of [...OPERATIONS, ...SIM_OPERATIONS, ...ADMIN_OPERATIONS]) {
      const names = [...JSON.stringify([body, params, query]).matchAll(/"([^"]+)":/g)].map(([, key = '']) => key);
      assert.deepEqual(
        names.filter((key) => name.test(key)),
        [],
        id,
      );
      assert.doesNotMatch(JSON.stringify([body, params, query]), /"format":"ur[il]/, id);
    }
  });
});

describe('what a body is checked against', () => {
  it('refuses a misspelt property of a command', () => {
    const rotate = checker(operationById('camera.control.rotate_by_angle'));
    assert.equal(rotate.Check({ pan: 10 }), true);
    assert.equal(rotate.Check({ pann: 10 }), false);
  });

  it('refuses numbers as texts, null, NaN and values outside the limits', () => {
    const rotate = checker(operationById('camera.control.rotate_to_angle'));
    for (const pan_ned of ['10', null, Number.NaN, Number.POSITIVE_INFINITY, 360, -1, [10]]) {
      assert.equal(rotate.Check({ pan_ned }), false, String(pan_ned));
    }
    assert.equal(rotate.Check({ pan_ned: 0, tilt_ned: 180 }), true);
    assert.equal(rotate.Check({ tilt_ned: -180 }), false);
    assert.equal(rotate.Check([]), false);
  });

  it('ignores unknown properties of the token, the plugin and the handoff requests', () => {
    assert.equal(checker(operationById('auth.plugin.update')).Check({ more: 1 }), true);
    assert.equal(checker(operationById('handoff.control.request')).Check({ operator_name: 'M', more: 1 }), true);
    assert.equal(checker(operationById('handoff.control.override')).Check({ operator_name: 'M', more: 1 }), true);
  });

  it('lets a token request leave the key out of the body, because it can come as a Basic password', () => {
    assert.equal(checker(operationById('auth.token.request')).Check({ grant_type: 'client_credentials' }), true);
  });
});
