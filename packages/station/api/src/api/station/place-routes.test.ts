import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import type { SeenPlace } from '@kitestring/station-contract/station/place.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { placeRoutes } from './place-routes.ts';

const BASE = '/station/v1';
const ZOOM: VideoStreamState = {
  stream_id: 'zoom',
  is_streaming: true,
  pan_ned: 90,
  tilt_ned: 45,
  fov_horizontal: 40,
  fov_vertical: 30,
};

describe('place routes', () => {
  let api: ApiUnderTest;
  let shown = ZOOM;
  const state = (id: string) => (id === 'zoom' ? ok(shown) : refuse('STREAM_NOT_FOUND', { stream: id, known: '' }));
  beforeEach(async () => {
    shown = ZOOM;
    api = await ApiUnderTest.start((station) => placeRoutes({ station, video: { state } }));
  });
  afterEach(() => api[Symbol.asyncDispose]());

  const get = async (path: string) => {
    const { body, status } = await api.client.get(`${BASE}/${path}`);
    const { code, message } = body as { code?: string; message?: string };
    return { status, place: body as SeenPlace, said: code === undefined ? '' : `${status} ${code}: ${message}` };
  };

  it('say where a direction meets the ground, in every system of coordinates that holds there', async () => {
    api.scripted.flying(30);
    const { place } = await get('locate/direction?azimuth=-90&depression=45');
    assert.equal(place.bearing_deg, 270);
    assert.ok(Math.abs(place.ground_distance_m - 30) < 0.05, String(place.ground_distance_m));
    assert.ok(place.longitude < 8.5417 && Math.abs(place.latitude - 47.3769) < 1e-6);
    assert.deepEqual(
      place.coordinates.map(({ system }) => system),
      ['decimal', 'dms', 'mgrs', 'utm', 'lv95'],
    );
    assert.ok(place.error_radius_m > 2 && place.error_radius_m < 10, String(place.error_radius_m));
  });

  it('say where a point of the picture is: its middle in the direction of the camera, a corner beside it', async () => {
    api.scripted.flying(30);
    assert.equal((await get('locate/pixel?stream_id=zoom&x=0.5&y=0.5')).place.bearing_deg, 90);
    const corner = (await get('locate/pixel?stream_id=zoom&x=1&y=1')).place;
    assert.ok(corner.bearing_deg > 110 && corner.depression_deg > 50, JSON.stringify(corner));
  });

  it('say that there is no ground above the horizon, and never a number', async () => {
    api.scripted.flying(30);
    shown = { ...ZOOM, tilt_ned: 0 };
    const sky = await get('locate/pixel?stream_id=zoom&x=0.5&y=0.1');
    assert.match(sky.said, /^409 NO_GROUND_THERE: depression must be at least 1.5 degrees, is -.*above the horizon$/);
    assert.equal(sky.place.latitude, undefined);
    assert.match((await get('locate/direction?azimuth=0&depression=1')).said, /NO_GROUND_THERE.*too near the horizon/);
  });

  it('say why they know no place: on the ground, camera off, no such stream', async () => {
    api.scripted.standBy();
    assert.equal(
      (await get('locate/direction?azimuth=0&depression=45')).said,
      '409 VIEWPOINT_UNKNOWN: the Kite is on the ground',
    );
    api.scripted.flying(30);
    shown = { stream_id: 'zoom', is_streaming: false };
    assert.match(
      (await get('locate/pixel?stream_id=zoom&x=0.5&y=0.5')).said,
      /^409 VIEWPOINT_UNKNOWN: the camera is off/,
    );
    assert.match((await get('locate/pixel?stream_id=wide&x=0.5&y=0.5')).said, /^404 STREAM_NOT_FOUND/);
  });

  it('refuse directions and points out of range, naming field and limit', async () => {
    for (const [path, said] of [
      ['locate/direction?azimuth=0&depression=91', /400 INVALID_REQUEST.*depression.*90/],
      ['locate/direction?azimuth=x&depression=1', /400 INVALID_REQUEST.*azimuth/],
      ['locate/direction?depression=1', /400 INVALID_REQUEST.*azimuth/],
      ['locate/pixel?stream_id=zoom&x=1.1&y=0', /400 INVALID_REQUEST.*x.*1/],
    ] as const) {
      assert.match((await get(path)).said, said);
    }
  });

  it('refuse pins outside the world and with impossible names, naming field and limit', async () => {
    const said = async (change: object) => {
      const { body } = await api.client.post(`${BASE}/pins`, { name: 'a', latitude: 1, longitude: 2, ...change });
      return (body as { message?: string }).message ?? '';
    };
    assert.match(await said({ latitude: 90.1 }), /latitude.*90/);
    assert.match(await said({ latitude: -91 }), /latitude.*-90/);
    assert.match(await said({ longitude: 180.5 }), /longitude.*180/);
    assert.match(await said({ longitude: 'east' }), /longitude.*number/);
    assert.match(await said({ name: 'x'.repeat(101) }), /name.*100/);
    assert.match(await said({ error_radius_m: -1 }), /error_radius_m.*0/);
    assert.match(await said({ colour: 'red' }), /colour/);
    assert.match(await said({ kind: 'dragon' }), /^kind must be one of person, vehicle, .*other/);
  });

  it('add, list and delete pins', async () => {
    const added = await api.client.post(`${BASE}/pins`, { name: 'Gate', latitude: 1, longitude: 2 });
    assert.equal(added.status, 201);
    const { pin_id: id } = added.body as { pin_id: string };
    assert.deepEqual((await api.client.get(`${BASE}/pins`)).body, [added.body]);
    assert.equal((await api.client.send(`${BASE}/pins/${id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await api.client.send(`${BASE}/pins/${id}`, { method: 'DELETE' })).status, 404);
  });

  it('set, list and delete zones of the geofence, and refuse a bad one with the field and its limit', async () => {
    const circle = { latitude: 47.3769, longitude: 8.5417, radius: 60 };
    const added = await api.client.post(`${BASE}/geofence`, { name: 'Tether circle', rule: 'stay_inside', circle });
    assert.equal(added.status, 201);
    const { zone_id: id } = added.body as { zone_id: string };
    assert.deepEqual((await api.client.get(`${BASE}/geofence`)).body, [added.body]);
    const wide = { name: 'x', rule: 'keep_out', circle: { ...circle, radius: 6000 } };
    const refused = await api.client.post(`${BASE}/geofence`, wide);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /radius.*5000/);
    const corners = (...places: [number, number][]) => places.map(([latitude, longitude]) => ({ latitude, longitude }));
    for (const [polygon, said] of [
      [corners([1, 1], [1, 2]), /^polygon must have at least 3 /],
      [corners([1, 1], [2, 2], [2, 1], [1, 2]), /^polygon must not cross itself$/],
    ] as const) {
      const { body } = await api.client.post(`${BASE}/geofence`, { name: 'x', rule: 'keep_out', polygon });
      assert.match((body as { message: string }).message, said);
    }
    assert.equal((await api.client.send(`${BASE}/geofence/${id}`, { method: 'DELETE' })).status, 204);
    assert.deepEqual((await api.client.get(`${BASE}/geofence`)).body, []);
  });
});
