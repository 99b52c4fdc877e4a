import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AnsweredRequest } from '@kitestring/station-contract/answered-request.ts';
import { overrideControl, requestControl } from '@kitestring/station-contract/handoff/operations.ts';
import { setPush } from '@kitestring/station-contract/station/push-operations.ts';
import { operationWatch } from './operation-watch.ts';

it('The log of a flight, which viewers read, has a push without the secrets of its relay', () => {
  const commands: AnsweredRequest[] = [];
  const watchOf = operationWatch({ audit: { note: () => {} }, onCommand: (command) => commands.push(command) });
  const request = { operation: setPush, caller: null, address: undefined, params: { stream_id: 'zoom' }, status: 200 };
  watchOf(setPush)?.({ ...request, body: { address: 'srt://relay.example:9000?passphrase=s3cret0123' } });
  watchOf(setPush)?.({ ...request, body: undefined, status: 400 });
  assert.deepEqual(
    commands.map(({ body }) => body),
    [{ address: 'srt://relay.example:9000?***' }, undefined],
  );
});

it('The log of a flight has who asked for control, and not where that person stood', () => {
  const commands: AnsweredRequest[] = [];
  const watchOf = operationWatch({ audit: { note: () => {} }, onCommand: (command) => commands.push(command) });
  const said = { operator_name: 'M. Rossi', regulatory_mode: 'US_REMOTE_ID_STANDARD' } as const;
  const place = {
    operator_gps_lat: 47.1,
    operator_gps_lon: 8.2,
    operator_gps_elevation: 400,
    operator_gps_accuracy: 3,
  };
  for (const operation of [requestControl, overrideControl]) {
    const request = { operation, caller: null, address: undefined, params: undefined, status: 201 };
    watchOf(operation)?.({ ...request, body: { ...said, ...place } });
    watchOf(operation)?.({ ...request, body: { operator_name: 'M. Rossi' } });
  }
  const logged = [said, { operator_name: 'M. Rossi' }];
  assert.deepEqual(
    commands.map(({ body }) => body),
    [...logged, ...logged],
  );
});
