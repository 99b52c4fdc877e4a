import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';

const toGroup = (service: 'trt' | 'tr2') =>
  service === 'trt'
    ? 'trt:GetStreamUri <StreamSetup><Stream>RTP-Multicast</Stream><Transport><Protocol>UDP</Protocol></Transport></StreamSetup><ProfileToken>zoom</ProfileToken>'
    : 'tr2:GetStreamUri <Protocol>RtspMulticast</Protocol><ProfileToken>zoom</ProfileToken>';

describe('multicast by ONVIF', () => {
  it('is refused, and not announced, where it is off', async () => {
    await using camera = await CaseCamera.start();
    for (const service of ['trt', 'tr2'] as const) {
      await camera.refused(toGroup(service), 'InvalidArgVal', 'InvalidStreamSetup');
      await camera.ok(`${service}:GetServiceCapabilities`, /RTPMulticast="false"/);
    }
  });

  it('has an address of its own, and the group in the configurations', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    const streams = await station.streams();
    station.hasMulticast = true;
    station.streams = async () =>
      streams.map((stream) => ({ ...stream, group: { address: '239.192.0.10', port: 5000 } }));
    for (const service of ['trt', 'tr2'] as const) {
      await camera.ok(toGroup(service), /:8554\/zoom\?multicast&amp;metadata=onvif</);
      await camera.ok(`${service}:GetServiceCapabilities`, /RTPMulticast="true"/);
      await camera.ok(`${service}:GetVideoEncoderConfigurations`, />239\.192\.0\.10<.*<tt:Port>5000<.*<tt:TTL>1</);
      await camera.ok(`${service}:GetMetadataConfigurations`, />239\.192\.0\.10<.*<tt:Port>5004</);
    }
    assert.deepEqual(camera.device.bugs, []);
  });
});
