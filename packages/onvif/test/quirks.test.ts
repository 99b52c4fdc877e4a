import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { ONVIF_QUIRK_NAMES, type OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { readXml } from '../src/soap/read-xml.ts';
import { adopt, type NpmClient } from './support/npm-client.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

const PROFILE = '<ProfileToken>zoom</ProfileToken>';

/** A client of npm that has adopted the camera, and a hand-written one for what the first does not send. */
interface Clients extends NpmClient {
  readonly device: TestDevice;
  /** @returns body of the answer, and its status */
  raw(call: string, options?: { url?: string; headers?: Record<string, string> }): Promise<string>;
}

interface Trial {
  /** Resolves with the view of the client. */
  readonly see: (clients: Clients) => Promise<unknown>;
  readonly sick: RegExp;
  readonly well: RegExp;
}

const refused = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: Error) => `refused: ${error.message}`,
  );

const status = async ({ ask }: Clients) => (await ask('getStatus')) as { moveStatus: unknown; position: object };

const orders = ({ device }: Clients) => device.station.orders.map(([path]) => path).join(' ');

/** Each bug of a real camera with the symptom of its report, as a client shows it, and without it. */
const TRIALS: Readonly<Record<OnvifQuirkName, Trial>> = {
  stuck_moving: {
    see: async (clients) => {
      await clients.ask('relativeMove', { x: 0.2, y: 0, zoom: 0 });
      clients.device.station.clock.advance(60);
      return (await status(clients)).moveStatus;
    },
    sick: /"panTilt":"MOVING"/,
    well: /"panTilt":"IDLE"/,
  },
  always_idle: {
    see: async (clients) => {
      await clients.ask('absoluteMove', { x: 0.2, y: 0 });
      return (await status(clients)).moveStatus;
    },
    sick: /"panTilt":"IDLE"/,
    well: /"panTilt":"MOVING"/,
  },
  no_move_status: {
    see: async (clients) => `${(await status(clients)).moveStatus}`,
    sick: /^"undefined"/,
    well: /object/,
  },
  late_idle: {
    see: async (clients) => {
      await clients.ask('relativeMove', { x: 0.2, y: 0, zoom: 0 });
      // It turns for longer than the quirk, and its client asks for no status.
      const { camera } = clients.device.station;
      if (camera === undefined) assert.fail();
      clients.device.station.camera = { ...camera, isMoving: true };
      clients.device.station.clock.advance(10);
      clients.device.station.camera = camera;
      clients.device.station.clock.advance(4);
      const early = (await status(clients)).moveStatus;
      clients.device.station.clock.advance(2);
      return [early, (await status(clients)).moveStatus];
    },
    sick: /MOVING.*IDLE/,
    well: /^[^M]*$/,
  },
  status_blocks: {
    see: async (clients) => {
      const { camera, clock } = clients.device.station;
      if (camera === undefined) assert.fail();
      clients.device.station.camera = { ...camera, isMoving: true };
      let isAnswered = false;
      const answer = status(clients).then(({ moveStatus }) => {
        isAnswered = true;
        return moveStatus;
      });
      // Requests of one client are answered in order where nothing blocks.
      for (let count = 0; count < 3; count += 1) await clients.ask('getNodes');
      const seen = isAnswered ? 'at once' : 'blocked';
      clients.device.station.camera = camera;
      await until('the answer', () => {
        clock.advance(0.2);
        return isAnswered;
      });
      return [seen, await answer];
    },
    sick: /blocked.*IDLE/,
    well: /at once.*MOVING/,
  },
  fov_refused: {
    see: ({ ask }) => refused(ask('relativeMove', { x: 0.2, y: 0.1, zoom: 0 })),
    sick: /refused: .*space is not supported/,
    well: /done/,
  },
  fov_not_default: {
    see: async ({ ask }) => ask('getProfiles'),
    sick: /defaultRelativePanTiltTranslationSpace":"[^"]*TranslationGenericSpace/,
    well: /defaultRelativePanTiltTranslationSpace":"[^"]*TranslationSpaceFov/,
  },
  degenerate_ranges: {
    see: async ({ ask }) => ask('getNodes'),
    sick: /"XRange":\{"min":0,"max":0\}.*INF/i,
    well: /^(?!.*INF)(?!.*"max":0\}).*$/,
  },
  no_zoom_status: {
    see: async (clients) => {
      clients.device.station.zoom = 32;
      return status(clients);
    },
    sick: /"zoom":0\},"moveStatus":\{"panTilt":"IDLE"\}/,
    well: /"zoom":1\},"moveStatus":\{"panTilt":"IDLE","zoom":"IDLE"\}/,
  },
  timeout_ignored: {
    see: async (clients) => {
      await clients.ask('continuousMove', { x: 1, y: 0, zoom: 0, timeout: 1000 });
      clients.device.station.clock.advance(84);
      return orders(clients).split(' ').length;
    },
    sick: /^1[67]$/,
    well: /^1$/,
  },
  timeout_refused: {
    see: ({ ask }) => refused(ask('continuousMove', { x: 1, y: 0, zoom: 0, timeout: 1000 })),
    sick: /refused: .*Timeout is not supported/,
    well: /done/,
  },
  stop_ignored: {
    see: async (clients) => {
      await clients.ask('continuousMove', { x: 1, y: 0, zoom: 0 });
      await clients.ask('stop', { panTilt: true, zoom: true });
      const afterStop = orders(clients).split(' ').length;
      await clients.ask('continuousMove', { x: 0, y: 0, zoom: 0 });
      return [afterStop, orders(clients).split(' ').length];
    },
    sick: /^\[1,2\]$/,
    well: /^\[2,3\]$/,
  },
  wrong_xaddr: {
    see: ({ ask }) => ask('getServices', false),
    sick: /http:\/\/192\.168\.254\.254:80\/onvif/,
    well: /http:\/\/127\.0\.0\.1:\d+\/onvif/,
  },
  https_redirect: {
    see: ({ ask }) => refused(ask('getDeviceInformation')),
    sick: /refused/,
    well: /done/,
  },
  action_needed: {
    see: async ({ raw }) => [
      await raw('tds:GetHostname'),
      await raw('tds:GetHostname', { headers: { 'Content-Type': 'application/soap+xml; action="GetHostname"' } }),
    ],
    sick: /^\["200 ","200 <.*tower/,
    well: /^\["200 <.*tower.*200 <.*tower/,
  },
  soap11_only: {
    see: ({ ask }) => refused(ask('getDeviceInformation')),
    sick: /refused/,
    well: /done/,
  },
  bad_utf8: {
    see: async ({ ask }) => {
      await ask('setPreset', { presetName: 'Südtor' });
      return [await ask('getDeviceInformation'), await ask('getPresets', {})];
    },
    sick: /K\ufffdt\ufffdstring.*SÃ¼dtor/,
    well: /Kitestring.*Südtor/,
  },
  undeclared_prefix: {
    see: async ({ raw }) => {
      const text = await raw('tev:CreatePullPointSubscription');
      try {
        readXml(Buffer.from(text.replace(/^\d+ /, '')));
        return text;
      } catch (error) {
        return `strict parser: ${(error as Error).message}`;
      }
    },
    sick: /strict parser: .*is not declared/,
    well: /SubscriptionReference/,
  },
  clock_off: {
    see: async ({ device, raw }) => {
      // The client of npm shifts its tokens by the clock of the camera when it adopts it.
      const shifted = await adopt(device);
      return [await raw('tds:GetUsers'), await refused(shifted.ask('getUsers'))];
    },
    sick: /^\["401 .*done/,
    well: /^\["200 .*done/,
  },
  pull_cut: {
    see: async ({ ask, device }) => {
      await ask('createPullPointSubscription');
      await ask('pullMessages', { messageLimit: 10 });
      const pulled = refused(ask('pullMessages', { messageLimit: 10, timeout: 'PT60S' }));
      await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
      device.station.clock.advance(11);
      device.station.takeOff();
      return pulled;
    },
    sick: /refused/,
    well: /done/,
  },
  termination_needed: {
    see: async ({ raw }) => [
      await raw('tev:CreatePullPointSubscription'),
      await raw('tev:CreatePullPointSubscription <InitialTerminationTime>PT60S</InitialTerminationTime>'),
    ],
    sick: /^\["500 .*"200 /,
    well: /^\["200 .*"200 /,
  },
  one_subscription: {
    see: async ({ ask, device, raw }) => {
      await ask('createPullPointSubscription');
      const second = await raw('tev:CreatePullPointSubscription');
      await ask('unsubscribe');
      const left = device.station.listenerCount;
      const url = /<wsa:Address>(.*?)</.exec(second)?.[1];
      if (url !== undefined) await raw('wsnt:Unsubscribe', { url });
      return [second.slice(0, 3), left];
    },
    sick: /^\["500",0\]$/,
    well: /^\["200",1\]$/,
  },
  odd_topics: {
    see: async ({ ask }) => {
      await ask('createPullPointSubscription');
      return ask('pullMessages', { messageLimit: 10 });
    },
    sick: /TemperatureCritical\/\/\..*"01-03-2026T09:30:\d\dZ/,
    well: /TemperatureCritical".*"2026-03-01T09:30/,
  },
  same_identity: {
    see: async ({ ask }) => [await ask('getDeviceInformation'), await ask('getNetworkInterfaces')],
    sick: /"serialNumber":123456789.*00:00:00:00:00:01/,
    well: /"serialNumber":"KS-1".*"02:/,
  },
  snapshot_bad: {
    see: async ({ ask, device }) => [
      await ask('getSnapshotUri'),
      await refused(fetch(device.url.replace('device_service', 'snapshot/zoom'))),
    ],
    sick: /"rtsp:.*refused/,
    well: /"http:.*done/,
  },
  capabilities_500: {
    see: async ({ ask }) => [await refused(ask('getCapabilities')), await refused(ask('getServices', false))],
    sick: /refused.*done/,
    well: /done.*done/,
  },
};

describe('a camera with the bug', () => {
  for (const name of ONVIF_QUIRK_NAMES) {
    const { see, sick, well } = TRIALS[name];
    it(`${name} shows its client the symptom of the report, and works when it ends`, async () => {
      for (const isSick of [true, false]) {
        await using device = await TestDevice.start();
        const client = await adopt(device);
        const raw: Clients['raw'] = async (call, { headers, url = device.url } = {}) => {
          const createdMs = device.station.clock.nowUs() / 1000;
          const security = securityHeader({ user: 'admin', password: device.password, createdMs });
          const answer = await post(url, soapMessage(call, security), headers);
          return `${answer.status} ${answer.text}`;
        };
        // On and off: it ends with its switch.
        device.lab.quirks.add(name);
        if (!isSick) {
          await raw(`tptz:GetStatus ${PROFILE}`);
          device.lab.quirks.clear();
        }
        const seen = JSON.stringify(await see({ ...client, device, raw }));
        assert.match(seen, isSick ? sick : well, isSick ? 'with it' : 'after it');
        assert.deepEqual(device.bugs, []);
      }
    });
  }
});

it('a camera whose bug ends while it turns no longer watches its turn', async () => {
  await using device = await TestDevice.start();
  const { ask } = await adopt(device);
  const { clock } = device.station;
  device.lab.quirks.add('late_idle');
  await ask('relativeMove', { x: 0.2, y: 0, zoom: 0 });
  const { camera } = device.station;
  if (camera === undefined) assert.fail();
  device.station.camera = { ...camera, isMoving: true };
  let scheduled = 0;
  const schedule = clock.schedule.bind(clock);
  clock.schedule = (atUs, callback) => {
    scheduled += 1;
    return schedule(atUs, callback);
  };
  clock.advance(1);
  assert.equal(scheduled, 10);
  device.lab.quirks.clear();
  await ask('getStatus');
  clock.advance(1);
  assert.equal(scheduled, 10);
});

describe('the journal of the camera', () => {
  it('has each request with its operation, user and result', async () => {
    await using device = await TestDevice.start();
    const { ask } = await adopt(device);
    await refused(ask('gotoPreset', { preset: 'unknown' }));
    await fetch(device.url.replace('device_service', 'snapshot/zoom'));
    await post(device.url, 'no XML');
    const seen = device.lab.requests.map(({ fault, operation, sign_in, status: code, user }) =>
      [operation, sign_in, user, code, fault].join(' '),
    );
    assert.deepEqual(seen.slice(0, 2), ['tds:GetSystemDateAndTime none  200 ', 'tds:GetServices wsse admin 200 ']);
    assert.deepEqual(seen.slice(-3), [
      'tptz:GotoPreset wsse admin 400 InvalidArgVal/NoToken',
      'snapshot none  401 ',
      '? none  400 WellFormed',
    ]);
    assert.doesNotMatch(JSON.stringify(device.lab.requests), new RegExp(device.password));
  });
});
