import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera, PROFILE } from './specification/case-camera.ts';

const SERVICES = ['trt', 'tr2'] as const;
const GROUP = { address: '239.192.0.10', port: 5000, ttl: 1 };
/** Name under which the store of a station has the started profiles. */
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

const SET = {
  trt: (content: string) =>
    `trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom">${content}</Configuration>`,
  tr2: (content: string) =>
    `tr2:SetVideoEncoderConfiguration <Configuration token="vec_zoom">${content}</Configuration>`,
};
const setGroup = (address: string, port: number | string, ttl: number | string) =>
  `<Multicast><Address><Type>IPv4</Type><IPv4Address>${address}</IPv4Address></Address><Port>${port}</Port><TTL>${ttl}</TTL><AutoStart>false</AutoStart></Multicast>`;

describe('a group that a client sets', () => {
  for (const service of SERVICES) {
    it(`is shown, used and kept by ${service}, for pictures and for metadata`, async () => {
      await using camera = await started();
      const { station } = camera.device;
      await camera.ok(SET[service](setGroup('239.10.0.1', 6000, 5)));
      await camera.ok(
        `${service}:SetMetadataConfiguration <Configuration token="meta_zoom">${setGroup('239.10.0.1', 6002, 3)}</Configuration>`,
      );
      const groups = [
        { streamId: 'zoom', trackId: 0, address: '239.10.0.1', port: 6000, ttl: 5 },
        { streamId: 'zoom', trackId: 2, address: '239.10.0.1', port: 6002, ttl: 3 },
      ];
      assert.deepEqual(station.groups, groups);
      const shown = /vec_zoom.*?>239\.10\.0\.1<.*?<tt:Port>6000<.*?<tt:TTL>5<.*vec_thermal.*?>239\.192\.0\.13</;
      await camera.ok(`${service}:GetVideoEncoderConfigurations`, shown);
      await camera.ok(`${service}:GetMetadataConfigurations`, /<tt:Port>6002<.*?<tt:TTL>3</);
      // Another codec is sent to the group of its encoder.
      await camera.ok(SET[service]('<Encoding>JPEG</Encoding>'));
      assert.deepEqual(station.groups[0], { ...groups[0], trackId: 3 });
      await using restarted = await CaseCamera.start({
        prepare: (fresh) => {
          fresh.group = GROUP;
          fresh.documents.set('onvif.groups', station.documents.get('onvif.groups'));
        },
      });
      assert.deepEqual(restarted.device.station.groups, station.groups);
      await restarted.ok('tds:SetSystemFactoryDefault <FactoryDefault>Soft</FactoryDefault>');
      assert.deepEqual(restarted.device.station.groups, []);
    });
  }

  it('ends at a start where the setting gives it to another track', async () => {
    await using camera = await started();
    await camera.ok(SET.trt(setGroup('239.10.0.1', 6000, 1)));
    await camera.ok(
      `trt:SetMetadataConfiguration <Configuration token="meta_zoom">${setGroup('239.10.0.1', 6010, 1)}</Configuration>`,
    );
    const [pictures, metadata] = camera.device.station.groups;
    const startedAt = (port: number) =>
      CaseCamera.start({
        prepare: (fresh) => {
          fresh.group = { ...GROUP, address: '239.10.0.1', port };
          fresh.documents.set('onvif.groups', camera.device.station.documents.get('onvif.groups'));
        },
      });
    // That of its JPEG pictures is two above that of its metadata.
    await using changed = await startedAt(6004);
    assert.deepEqual(changed.device.station.groups, [pictures]);
    await changed.ok('trt:GetMetadataConfigurations', /meta_zoom.*?>239\.10\.0\.1<.*?<tt:Port>6008</);
    await using own = await startedAt(6000);
    assert.deepEqual(own.device.station.groups, [pictures, metadata]);
  });

  it('stays the one of the setting where a client sends back what it got', async () => {
    await using camera = await started();
    await camera.ok(SET.trt(setGroup('239.192.0.10', 5000, 1)));
    assert.deepEqual(camera.device.station.groups, []);
    await using off = await CaseCamera.start();
    await off.ok(SET.trt(setGroup('0.0.0.0', 0, 1)));
    await off.refused(SET.trt(setGroup('239.10.0.1', 6000, 1)), 'InvalidArgVal', 'ConfigModify');
  });

  for (const [refused, content] of Object.entries({
    'an address that is no group': setGroup('192.168.1.5', 6000, 1),
    'a group of the network itself': setGroup('224.0.0.251', 6000, 1),
    'a group of a single source': setGroup('232.1.1.1', 6000, 1),
    'no address': setGroup('camera', 6000, 1),
    'an odd port': setGroup('239.10.0.1', 6001, 1),
    'a port of a service': setGroup('239.10.0.1', 1022, 1),
    'a port that is none': setGroup('239.10.0.1', '65536', 1),
    'a time to live of none': setGroup('239.10.0.1', 6000, 0),
    'a time to live beyond the site': setGroup('239.10.0.1', 6000, 33),
    'a time to live that is no number': setGroup('239.10.0.1', 6000, 'far'),
    'an address of version 6':
      '<Multicast><Address><Type>IPv6</Type><IPv6Address>ff05::1</IPv6Address></Address></Multicast>',
    'the group and port of its own metadata': setGroup('239.192.0.10', 5004, 1),
  })) {
    it(`is refused for ${refused}, and nothing changes`, async () => {
      await using camera = await started();
      await camera.refused(SET.tr2(`<Encoding>JPEG</Encoding>${content}`), 'InvalidArgVal', 'ConfigModify');
      assert.deepEqual(camera.device.station.groups, []);
      assert.equal(camera.device.station.encodings.size, 0);
    });
  }
});

describe('a group that something else has', () => {
  const setMetadata = (id: string, group: string) =>
    `tr2:SetMetadataConfiguration <Configuration token="meta_${id}">${group}</Configuration>`;

  it('is refused, and the other one named: another configuration, or another track', async () => {
    await using camera = await started();
    const { station } = camera.device;
    await camera.ok(SET.tr2(setGroup('239.10.0.1', 6000, 1)));
    await camera.ok(setMetadata('zoom', setGroup('239.10.0.1', 6002, 1)));
    const kept = station.groups;
    for (const [call, name] of [
      [setMetadata('thermal', setGroup('239.10.0.1', 6000, 1)), 'the configuration vec_zoom'],
      [SET.trt(setGroup('239.10.0.1', 6002, 1)), 'the configuration meta_zoom'],
      [SET.trt(setGroup('239.192.0.10', 5006, 1)), 'the JPEG pictures of vec_zoom'],
      // The first group of a track stays its own.
      [SET.trt(setGroup('239.192.0.10', 5004, 1)), 'the metadata of meta_zoom'],
      [SET.trt(setGroup('239.192.0.13', 5000, 1)), 'the H.264 pictures of vec_thermal'],
      [SET.trt(setGroup('239.192.0.10', 5002, 1)), 'the MISB metadata of vec_zoom'],
    ] as const) {
      await camera.refused(call, 'InvalidArgVal', 'ConfigModify');
      assert.match(await camera.ask(call), new RegExp(`has ${name} at port`));
    }
    assert.deepEqual(station.groups, kept);
  });

  it('is not given to both codecs where a client sends back that of the codec before', async () => {
    await using camera = await started();
    const { station } = camera.device;
    await camera.ok(SET.tr2(`<Encoding>JPEG</Encoding>${setGroup('239.192.0.10', 5000, 1)}`));
    await camera.ok('tr2:GetVideoEncoderConfigurations', /vec_zoom.*?<tt:Port>5006</);
    await camera.ok(SET.tr2(`<Encoding>H264</Encoding>${setGroup('239.192.0.10', 5006, 1)}`));
    assert.deepEqual(station.groups, []);
    await camera.ok(SET.tr2(setGroup('239.192.0.10', 5000, 4)));
    await camera.ok(SET.tr2(`<Encoding>JPEG</Encoding>${setGroup('239.192.0.10', 5000, 4)}`));
    assert.deepEqual(station.groups, [{ streamId: 'zoom', trackId: 3, address: '239.192.0.10', port: 5006, ttl: 4 }]);
  });
});

describe('multicast without a client', () => {
  it('is started and stopped by both media services, once for a profile', async () => {
    await using camera = await started();
    const { station } = camera.device;
    for (const service of SERVICES) {
      for (let time = 0; time < 2; time += 1) await camera.ok(`${service}:StartMulticastStreaming ${PROFILE}`);
      assert.deepEqual(station.standing, [
        { streamId: 'zoom', localAddress: '127.0.0.1', isJpeg: false, hasDocuments: true },
      ]);
      for (const kind of ['VideoEncoder', 'Metadata'] as const) assert.ok(await isStarted(camera, kind));
      await camera.ok(`${service}:StopMulticastStreaming ${PROFILE}`);
      await camera.ok(`${service}:StopMulticastStreaming ${PROFILE}`);
      assert.deepEqual(station.standing, []);
      assert.equal(await isStarted(camera, 'VideoEncoder'), false);
    }
  });

  it('sends the codec that the encoder has', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const set = (codec: string) =>
      camera.ok(
        `trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom"><Encoding>${codec}</Encoding></Configuration>`,
      );
    await set('JPEG');
    await camera.ok('trt:GetVideoEncoderConfigurations', /<tt:Port>5006</);
    await camera.ok(`trt:StartMulticastStreaming ${PROFILE}`);
    const sent = () => station.standing.map(({ isJpeg }) => isJpeg);
    assert.deepEqual(sent(), [true]);
    await set('H264');
    assert.deepEqual(sent(), [false]);
    await set('JPEG');
    assert.deepEqual(sent(), [true]);
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
    assert.deepEqual(station.standing, [
      { streamId: 'zoom', localAddress: '127.0.0.1', isJpeg: false, hasDocuments: false },
    ]);
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
