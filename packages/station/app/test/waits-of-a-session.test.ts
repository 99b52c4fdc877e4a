import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RunningStation } from '../src/running-station.ts';
import { outcome, recordingStation, until } from './support/recording-station.ts';

/** Reads that wait for a change, and where the version stands that they know. */
const WAITS = [
  ['lists/changes', 'lists/changes', 'version'],
  ['captures/changes', 'captures', 'version'],
  ['readiness/changes', 'readiness', 'revision'],
] as const;

const usedSessions = ({ station }: RunningStation): number =>
  station.auth.administration.sessions().filter(({ lastUsedAtUs }) => lastUsedAtUs !== undefined).length;

for (const [path, source, name] of WAITS) {
  it(`a read of ${path} that waits ends at once when its session ends`, async () => {
    await using it = await recordingStation();
    const { running } = it.station;
    const known = (await it.client.get(`/station/v1/${source}`)).body as Readonly<Record<string, string>>;
    const reader = await it.station.client('read');
    const used = usedSessions(running);
    const waiting = reader.get(`/station/v1/${path}?${name}=${known[name]}`);
    await until(() => usedSessions(running) > used);
    assert.equal(await outcome(reader.post('auth/token/invalidate')), '200');
    const { body, headers, status } = await waiting;
    assert.deepEqual([status, (body as { message: string }).message], [401, 'the session has ended']);
    assert.match(headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    assert.equal(await outcome(it.client.get(`/station/v1/${source}`)), '200');
  });
}
