import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { AUTHENTICATION_SCHEMES, type AuthenticationRules } from '../../src/rtsp/authentication.ts';
import { digestMatcher } from '../../src/rtsp/digest.ts';
import { ClipCamera } from './clip-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const PASSWORD = 'p@ss:wörd/"';

/** A camera that wants to know who asks. */
const rules = (schemes: AuthenticationRules['schemes']['clear']): AuthenticationRules => ({
  realm: 'camera',
  schemes: { clear: schemes, encrypted: ['basic'] },
  authorize: async ({ credentials }) => {
    const isRight =
      credentials.kind === 'password'
        ? credentials.password === PASSWORD
        : credentials.kind === 'digest' && digestMatcher(credentials.digest)(PASSWORD);
    return isRight ? { kind: 'allowed', viewerId: 'one' } : { kind: 'refused' };
  },
});

const withLogin = (url: string, password: string): string =>
  url.replace('//', `//user:${encodeURIComponent(password)}@`);

describe('a camera with a password', () => {
  for (const schemes of [AUTHENTICATION_SCHEMES, ['basic'] as const]) {
    it(`is watched with it: ${schemes.join(', ')}`, async () => {
      await using camera = await ClipCamera.start(0, { authentication: rules(schemes) });
      using watched = new WatchedCamera(withLogin(camera.url, PASSWORD), PATIENT);
      await watched.until(() => watched.units.length >= 3 || watched.reason !== undefined);
      assert.equal(watched.reason, undefined);
    });
  }

  it('is lost with a wrong one, and the password is not told', async () => {
    await using camera = await ClipCamera.start(0, { authentication: rules(AUTHENTICATION_SCHEMES) });
    using watched = new WatchedCamera(withLogin(camera.url, 'geheim'), PATIENT);
    await watched.until(() => watched.reason !== undefined);
    assert.match(
      watched.reason ?? '',
      /^the camera rtsp:\/\/\*\*\*@127\.0\.0\.1:\d+\/main: it does not accept the user/,
    );
  });
});

describe('a camera over TLS', () => {
  it('is watched when its certificate need not be a good one, and refused otherwise', async () => {
    const rtsps = { host: '127.0.0.1', port: 0, tls: selfSignedPair() };
    await using camera = await ClipCamera.start(0, { listeners: { rtsps } });
    const url = `rtsps://127.0.0.1:${camera.server.ports.rtsps}/main`;
    using careless = new WatchedCamera(url, { ...PATIENT, checksCertificate: false });
    await careless.until(() => careless.units.length >= 3);
    using careful = new WatchedCamera(url, PATIENT);
    await careful.until(() => careful.reason !== undefined);
    assert.match(careful.reason ?? '', /self-signed certificate/);
  });
});
