import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { ERRORS, type ErrorCode } from '@kitestring/station-contract/errors.ts';
import { errors, FLEET_REFUSALS } from '@kitestring/station-contract/operation.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { SCOPES_OF_FLEET_ROLE } from '../role-rights.ts';
import { FLEET_API, fleetOpenApiDocument } from './openapi.ts';
import { FLEET_ROLES } from './role.ts';

describe('the fleet API', () => {
  it('has a valid OpenAPI document with every operation once', async () => {
    const document = fleetOpenApiDocument();
    const { errors, valid } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    const count = Object.values(document.paths as object).flatMap((path) => Object.keys(path)).length;
    assert.equal(count, FLEET_API.operations.length);
    assert.equal(new Set(FLEET_API.operations.map(({ id }) => id)).size, count);
  });

  it('uses every refusal that only a hub has, and statuses in their order', () => {
    const used = new Set<ErrorCode>(FLEET_API.operations.flatMap(errors));
    for (const code of FLEET_REFUSALS) assert.ok(used.has(code), code);
    for (const operation of FLEET_API.operations) {
      const statuses = errors(operation).map((code) => ERRORS[code].status);
      assert.deepEqual(statuses, [...statuses].sort(), operation.id);
    }
  });

  it('gives no role both the controls and the administration', () => {
    for (const role of FLEET_ROLES) {
      const scopes = SCOPES_OF_FLEET_ROLE[role];
      assert.ok(scopes.every((scope) => SCOPES.includes(scope)));
      assert.ok(!(scopes.includes('internal') && scopes.includes('control')), role);
    }
  });
});
