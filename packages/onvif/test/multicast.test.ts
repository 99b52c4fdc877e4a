import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera, PROFILE } from './specification/case-camera.ts';

const SERVICES = ['trt', 'tr2'] as const;
const GROUP = { address: '239.192.0.10', port: 5000 };
/** How the store of a station keeps what was started. */
const DOCUMENT = 'onvif.multicast';

const toGroup = (service: 'trt' | 'tr2') =>
  service === 'trt'
    ? 'trt:GetStreamUri <StreamSetup><Stream>RTP-Multicast</Stream><Transport><Protocol>UDP</Protocol></Transport></StreamSetup><ProfileToken>zoom</ProfileToken>'
    : 'tr2:GetStreamUri <Protocol>RtspMulticast</Protocol><ProfileToken>zoom</ProfileToken>';

const ofProfile = (token: string) => `<ProfileToken>${token}</ProfileToken>`;

/** A camera with groups. */
async function started(): Promise<CaseCamera> {
  const camera = await CaseCamera.start();
  camera.device.station.group = GROUP;
  return camera;
}

const isStarted = async (camera: CaseCamera, kind: 'VideoEncoder' | 'Metadata') =>
  /AutoStart>true</.test(await camera.ok(`tr2:Get${kind}Configurations`));

describe('multicast by ONVIF', () => {
  it('is refused, and not announced, where it is off', async () => {
    await using camera = await CaseCamera.start();
    for (const service of SERVICES) {
      await camera.refused(toGroup(service), 'InvalidArgVal', 'InvalidStreamSetup');
      await camera.refused(`${service}:StartMulticastStreaming ${PROFILE}`, 'Action', 'IncompleteConfiguration');
      await camera.ok(`${service}:StopMulticastStreaming ${PROFILE}`);
      await camera.ok(`${service}:GetServiceCapabilities`, /RTPMulticast="false"/);
    }
    await camera.ok('tr2:GetServiceCapabilities', /AutoStartMulticast="false"/);
  });

  it('has an address of its own, and the group in the configurations', async () => {
    await using camera = await started();
    for (const service of SERVICES) {
      await camera.ok(toGroup(service), /:8554\/zoom\?multicast&amp;metadata=onvif</);
      await camera.ok(`${service}:GetServiceCapabilities`, /RTPMulticast="true"/);
      await camera.ok(`${service}:GetVideoEncoderConfigurations`, />239\.192\.0\.10<.*<tt:Port>5000<.*<tt:TTL>1</);
      await camera.ok(`${service}:GetMetadataConfigurations`, />239\.192\.0\.10<.*<tt:Port>5004</);
    }
    await camera.ok('tr2:GetServiceCapabilities', /AutoStartMulticast="true"/);
  });
});

describe('multicast without a client', () => {
  it('is started and stopped by both media services, once for a profile', async () => {
    await using camera = await started();
    const { station } = camera.device;
    for (const service of SERVICES) {
      for (let time = 0; time < 2; time += 1) await camera.ok(`${service}:StartMulticastStreaming ${PROFILE}`);
      assert.deepEqual(station.standing, [{ streamId: 'zoom', localAddress: '127.0.0.1', hasDocuments: true }]);
      for (const kind of ['VideoEncoder', 'Metadata'] as const) assert.ok(await isStarted(camera, kind));
      await camera.ok(`${service}:StopMulticastStreaming ${PROFILE}`);
      await camera.ok(`${service}:StopMulticastStreaming ${PROFILE}`);
      assert.deepEqual(station.standing, []);
      assert.equal(await isStarted(camera, 'VideoEncoder'), false);
    }
  });

  it('needs a known profile with an encoder, pictures without TLS, and an operator', async () => {
    await using camera = await started();
    const { device } = camera;
    for (const service of SERVICES) {
      for (const name of ['Start', 'Stop'])
        await camera.refused(`${service}:${name}MulticastStreaming ${ofProfile('none')}`, 'InvalidArgVal', 'NoProfile');
    }
    await camera.ok('trt:CreateProfile <Name>empty</Name><Token>empty</Token>');
    await camera.refused(`trt:StartMulticastStreaming ${ofProfile('empty')}`, 'Action', 'IncompleteConfiguration');
    const streams = await device.station.streams();
    device.station.streams = async () => streams.map(({ rtsp_url: _, ...stream }) => stream);
    await camera.refused(`trt:StartMulticastStreaming ${PROFILE}`, 'Action');
    device.users.set(device.users.list.map((user) => ({ ...user, level: 'User' })));
    assert.match(await camera.ask(`trt:StartMulticastStreaming ${PROFILE}`), /NotAuthorized/);
    assert.deepEqual(device.station.standing, []);
  });

  it('ends with its profile, its encoder and its metadata, and does not come back with the same token', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const create = async () => {
      await camera.ok('trt:CreateProfile <Name>wall</Name><Token>wall</Token>');
      await camera.ok(
        'tr2:AddConfiguration <ProfileToken>wall</ProfileToken><Configuration><Type>All</Type></Configuration>',
      );
    };
    const start = () => camera.ok(`tr2:StartMulticastStreaming ${ofProfile('wall')}`);
    await create();
    await start();
    await camera.ok(`trt:RemoveMetadataConfiguration ${ofProfile('wall')}`);
    assert.deepEqual(station.standing, [{ streamId: 'zoom', localAddress: '127.0.0.1', hasDocuments: false }]);
    await camera.ok(`trt:RemoveVideoAnalyticsConfiguration ${ofProfile('wall')}`);
    await camera.ok(`trt:RemoveVideoEncoderConfiguration ${ofProfile('wall')}`);
    assert.deepEqual(station.standing, []);
    await camera.ok(
      `trt:AddVideoEncoderConfiguration ${ofProfile('wall')}<ConfigurationToken>vec_zoom</ConfigurationToken>`,
    );
    assert.deepEqual(station.standing, []);
    await start();
    await camera.ok(`trt:DeleteProfile ${ofProfile('wall')}`);
    await create();
    assert.deepEqual(station.standing, []);
  });

  it('is resumed after a restart, and ends with the factory default', async () => {
    await using camera = await started();
    const { station } = camera.device;
    await camera.ok(`tr2:StartMulticastStreaming ${PROFILE}`);
    const kept = station.documents.get(DOCUMENT);
    await using restarted = await CaseCamera.start({
      prepare: (fresh) => {
        fresh.group = GROUP;
        fresh.documents.set(DOCUMENT, kept);
      },
    });
    assert.deepEqual(restarted.device.station.standing, station.standing);
    await restarted.ok('tds:SetSystemFactoryDefault <FactoryDefault>Soft</FactoryDefault>');
    assert.deepEqual(restarted.device.station.standing, []);
    assert.equal(await isStarted(restarted, 'VideoEncoder'), false);
  });
});
