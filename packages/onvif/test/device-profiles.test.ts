import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';
import { idsOf } from './specification/case-ids.ts';
import { SPECIFICATIONS } from './specification/cases-page.ts';
import type { TestDevice } from './support/scripted-camera.ts';

/** Mandatory features of a profile, and those that are so because the device has the thing, with their cases. */
const FEATURES: Readonly<Record<'T' | 'M' | 'S', Readonly<Record<string, string>>>> = {
  T: {
    authentication: 'SECURITY-1-1-1…2',
    capabilities: 'DEVICE-1-1-13…19 EVENT-5-1-1…2 IMAGING-3-1-1…2 MEDIA2-7-1-1…2 PTZ-8-1-1…2 DEVICEIO-7-1-1',
    discovery: 'DISCOVERY-1-1-2…6,8…9,11 DISCOVERY-2-1-1…5',
    network: 'DEVICE-2-1-1,3…17,20…21,25,28…33,35',
    system: 'DEVICE-3-1-1,4…9,11…12',
    users: 'DEVICE-4-1-1,3…9',
    events: 'EVENT-1-1-2 EVENT-3-1-9,12,15…17,19…20,22,24…25,32…38',
    profiles: 'MEDIA2-1-1-1…7',
    video: 'MEDIA2_RTSS-1-1-1…4,23…24 MEDIA2_RTSS-1-2-1',
    sources: 'DEVICEIO-5-1-1 MEDIA2-2-2-1…7',
    encoders: 'MEDIA2-2-3-1…5 MEDIA2-5-1-2',
    metadata: 'MEDIA2-1-1-8 MEDIA2-8-1-1…4 MEDIA2_RTSS-4-1-1…4 MEDIA2_RTSS-4-2-1',
    imaging: 'IMAGING-1-1-1,3,8,10…12,14,16',
    texts: 'MEDIA2-6-1-1,4…7',
    snapshot: 'MEDIA2-5-1-1',
    moves: 'MEDIA2_PTZ-1-1-1…3 MEDIA2_PTZ-4-1-1…3 MEDIA2_PTZ-4-2-1…2 MEDIA2-4-1-1…2 PTZ-2-1-9…10',
    presets: 'MEDIA2_PTZ-2-1-1…3 MEDIA2_PTZ-3-1-1,3…4',
    inputs: 'DEVICEIO-2-1-1…2 DEVICEIO-3-1-1…4',
    analytics: 'MEDIA2-9-1-1…3',
  },
  M: {
    authentication: 'SECURITY-1-1-1…2',
    services: 'DEVICE-1-1-13…14,16,18…19 ANALYTICS-3-1-1…2',
    discovery: 'DISCOVERY-1-1-2…6,8…9,11',
    system: 'DEVICE-3-1-1,8…9',
    metadata: 'MEDIA2-1-1-8…9 MEDIA2-8-1-1…4 MEDIA2_RTSS-4-1-1…4 ANALYTICS-5-1-1,3',
    analytics: 'MEDIA2-9-1-1…3 ANALYTICS-4-1-1…7',
    events: 'EVENT-3-1-9,15…17,19…20,37',
  },
  S: {
    authentication: 'SECURITY-1-1-1…2',
    capabilities: 'DEVICE-1-1-1…6,9…11,13…19 EVENT-5-1-1…2 MEDIA-8-1-1…2 PTZ-8-1-1…2',
    discovery: 'DISCOVERY-1-1-2…6,8…9,11 DISCOVERY-2-1-1…5',
    network: 'DEVICE-2-1-1,3…17,20…21,25,28…33,35',
    system: 'DEVICE-3-1-1,4…9,11…12',
    users: 'DEVICE-4-1-1,3…9',
    events: 'EVENT-1-1-2 EVENT-2-1-9,12,17…19,21…29 EVENT-3-1-9,12,15…17,19…20,22,24…25,32…38',
    profiles: 'MEDIA-1-1-1,3,5 MEDIA-7-1-2,4',
    jpeg: 'RTSS-1-1-24,34…36,46 MEDIA-2-1-9',
    H264: 'RTSS-1-1-26,41…45,48 MEDIA-2-1-11',
    video: 'RTSS-1-1-27…33,49…52',
    multicast: 'MEDIA-7-1-5 RTSS-1-2-12…13,15,19…21,23 RTSS-5-1-7',
    sources: 'MEDIA-2-1-8 MEDIA-2-2-1…6,12…16',
    encoders: 'MEDIA-2-1-2,6…7 MEDIA-2-3-1…5,12…18',
    metadata: 'MEDIA-5-1-3 RTSS-4-1-3',
    moves: 'PTZ-1-1-1…2,4 PTZ-2-1-1…3,5…7,9…10 PTZ-3-1-1…5 MEDIA-4-1-2',
    presets: 'PTZ-4-1-4…6 PTZ-5-1-1,3…4',
  },
};

const CASES = Object.assign({}, ...Object.values(SPECIFICATIONS)) as Readonly<Record<string, unknown>>;
const GROUP = { address: '239.192.0.10', port: 5000, ttl: 1 };

async function shown(change: (station: TestDevice['station']) => void): Promise<readonly string[]> {
  await using camera = await CaseCamera.start();
  change(camera.device.station);
  const scopes = await camera.ok('tds:GetScopes');
  return [...scopes.matchAll(/Fixed<\/tt:ScopeDef><tt:ScopeItem>onvif:\/\/www.onvif.org\/Profile\/(\w+)</g)].map(
    ([, profile = '']) => profile,
  );
}

describe('scopes of profiles', () => {
  for (const [profile, features] of Object.entries(FEATURES)) {
    it(`each feature of ${profile} has cases, all of which pass`, () => {
      for (const [feature, ids] of Object.entries(features))
        for (const id of idsOf(ids)) assert.equal(typeof CASES[id], 'function', `${feature}: ${id}`);
    });
  }

  it('vanish with a feature', async () => {
    const all = { T: true, M: true, S: true };
    const changes: readonly (readonly [Partial<typeof all>, (station: TestDevice['station']) => void])[] = [
      [{}, () => {}],
      [{ T: false }, (station) => (station.group = undefined)],
      [{ T: false, M: false, S: false }, (station) => (station.hasRtsp = false)],
      [{ T: false, M: false }, (station) => (station.metadata.hasObjects = false)],
      [{ T: false, M: false, S: false }, (station) => (station.identity.isSimulated = false)],
    ];
    for (const [without, change] of changes) {
      const expected = Object.entries({ ...all, ...without }).filter(([, isShown]) => isShown);
      const profiles = await shown((station) => {
        station.group = GROUP;
        change(station);
      });
      assert.deepEqual(
        profiles,
        expected.map(([profile]) => profile),
        String(change),
      );
    }
  });
});
