import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { Cam } from 'onvif';
import { digestAnswer } from './support/digest.ts';
import { post, SERVICES, securityHeader, soapMessage } from './support/soap-client.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/bin/kitestring.mjs');
const PORTS = ['--port', '0', '--onvif-port', '0', '--video-rtsp-port', '0', '--video-rtsps-port', '0'];
const PROFILE = '<ProfileToken>zoom</ProfileToken>';

interface Announced {
  readonly onvif: string;
  readonly rtsp: string;
  readonly user: string;
  readonly password: string;
}

/** Asks for the description without credentials, then with those of a digest. @returns both answers */
async function describeTwice(camera: Announced): Promise<readonly [string, string]> {
  const socket = connect(Number(new URL(camera.rtsp).port), new URL(camera.rtsp).hostname);
  const ask = async (headers: string) => {
    socket.write(`DESCRIBE ${camera.rtsp} RTSP/1.0\r\nCSeq: 1\r\n${headers}\r\n`);
    let text = '';
    while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0]);
    return text;
  };
  try {
    const refused = await ask('');
    return [
      refused,
      await ask(`Authorization: ${digestAnswer(refused, { ...camera, method: 'DESCRIBE', uri: camera.rtsp })}\r\n`),
    ];
  } finally {
    socket.destroy();
  }
}

/** 5 km from the site of the simulation, which an error of the receiver there turns by little; and its bearing. */
const [PLACE, BEARING_DEG] = [{ eastM: 4000, northM: 3000 }, Math.atan2(4, 3) * (180 / Math.PI)];

/** Turns it there by a client of others, and sees where it looks when it stands. The Kite is at 30 m above level ground. */
async function looksAtPlace(camera: Announced, ask: (call: string) => Promise<string>): Promise<void> {
  const { latDeg, lonDeg } = placeFrom({ latDeg: 47.3769, lonDeg: 8.5417 }, PLACE);
  const { hostname, port } = new URL(camera.onvif);
  const cam = await new Promise<Cam>((resolve, reject) => {
    const at = { hostname, port: Number(port), username: camera.user, password: camera.password };
    const made: Cam = new Cam(at, (error: Error | null) => (error ? reject(error) : resolve(made)));
  });
  const raw = cam as unknown as { _request(asked: object, done: (error: Error | null) => void): void } & Record<
    '_envelopeHeader' | '_envelopeFooter',
    () => string
  >;
  const body = `${raw._envelopeHeader()}<GeoMove xmlns="${SERVICES.tptz}">${PROFILE}<Target lat="${latDeg}" lon="${lonDeg}"/></GeoMove>${raw._envelopeFooter()}`;
  await new Promise<void>((resolve, reject) =>
    raw._request({ service: 'ptz', body }, (error) => (error ? reject(error) : resolve())),
  );
  const status = () => ask(`tptz:GetStatus ${PROFILE}`);
  assert.match(await status(), /<tt:PanTilt>MOVING/);
  const stood = await until('it to stand', async () => {
    const text = await status();
    return text.includes('<tt:PanTilt>IDLE') ? text : undefined;
  });
  const [, x, y] = /PanTilt x="(.*?)" y="(.*?)"/.exec(stood) ?? [];
  const [panDeg, tiltDeg] = [Number(x) * 180, 80 - ((Number(y) + 1) / 2) * 91];
  assert.ok(Math.abs(panDeg - BEARING_DEG) < 0.1, `pan ${panDeg} instead of ${BEARING_DEG}`);
  // 30 m at 5 km, and the curve of the Earth.
  assert.ok(Math.abs(tiltDeg - 0.344 - 0.022) < 0.1, `tilt ${tiltDeg}`);
}

describe('kitestring camera', () => {
  it('prints one line, hovers, turns as ordered, and shows its pictures to its user alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-camera-'));
    const flags = [
      ...PORTS,
      '--host',
      'localhost',
      '--data-dir',
      folder,
      '--video-authentication',
      'always',
      '--console-enabled',
      'false',
    ];
    const child = spawn(process.execPath, [LAUNCHER, 'camera', '--json', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const camera = JSON.parse(line) as Announced;
      assert.deepEqual(Object.keys(camera), ['onvif', 'rtsp', 'user', 'password']);
      for (const address of [camera.onvif, camera.rtsp]) assert.equal(new URL(address).hostname, 'localhost');
      assert.equal(statSync(join(folder, 'onvif-users.json')).mode & 0o777, 0o600);
      const ask = async (call: string) => {
        const answer = await post(
          camera.onvif,
          soapMessage(call, securityHeader({ ...camera, createdMs: Date.now() })),
        );
        assert.equal(answer.status, 200, answer.text);
        return answer.text;
      };
      assert.match(await ask('trt:GetProfiles'), /token="zoom".*token="thermal"/s);
      assert.ok((await ask(`trt:GetStreamUri ${PROFILE}`)).includes(`>${camera.rtsp}?metadata=onvif<`));
      const osd =
        '<OSD token=""><VideoSourceConfigurationToken>vsc_zoom</VideoSourceConfigurationToken><Type>Text</Type><Position><Type>UpperLeft</Type></Position><TextString><Type>Date</Type></TextString></OSD>';
      assert.match(await ask(`tr2:CreateOSD ${osd}`), />osd_1</);
      assert.match(await ask('tr2:GetOSDs'), /token="osd_1".*>Date</);
      await ask(`tptz:AbsoluteMove ${PROFILE}<Position><PanTilt x="0.25" y="0.6"/><Zoom x="0.2"/></Position>`);
      assert.match(await ask(`tptz:GetStatus ${PROFILE}`), /<tt:PanTilt>MOVING/);
      await until('the camera to point there', async () => {
        const [, x = '0', y = '0'] = /PanTilt x="(.*?)" y="(.*?)"/.exec(await ask(`tptz:GetStatus ${PROFILE}`)) ?? [];
        return Math.abs(Number(x) - 0.25) < 0.02 && Math.abs(Number(y) - 0.6) < 0.02 ? true : undefined;
      });
      await looksAtPlace(camera, ask);
      const [refused, described] = await describeTwice(camera);
      assert.match(refused, /^RTSP\/1.0 401/);
      assert.match(described, /^RTSP\/1.0 200/);
      assert.match((await describeTwice({ ...camera, password: 'wrong' }))[1], /^RTSP\/1.0 401/);
    } finally {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
