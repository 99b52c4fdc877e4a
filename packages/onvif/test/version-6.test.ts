import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { NO_VERSION_6 } from '@kitestring/lab-testing/own-network.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { question } from './support/probe.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

const hasVersion6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

describe('a camera reached by IPv6', { skip: !hasVersion6 && NO_VERSION_6 }, () => {
  it('writes its addresses with brackets, and shows its network', async () => {
    await using device = await TestDevice.start({ host: '::' });
    for (const host of ['[::1]', '127.0.0.1']) {
      const url = `http://${host}:${device.server.port}/onvif/device_service`;
      const ask = async (call: string) => {
        device.station.clock.advance(0.05);
        const createdMs = device.station.clock.nowUs() / 1000;
        const header = securityHeader({ user: 'admin', password: device.password, createdMs });
        return (await post(url, soapMessage(call, header))).text;
      };
      assert.ok((await ask('tds:GetServices')).includes(`>http://${host}:${device.server.port}/onvif/`));
      const of = '<ProfileToken>zoom</ProfileToken>';
      assert.ok((await ask(`tr2:GetStreamUri ${of}`)).includes(`>rtsp://${host}:8554/zoom`));
      assert.ok(
        (await ask(`trt:GetSnapshotUri ${of}`)).includes(`>http://${host}:${device.server.port}/onvif/snapshot`),
      );
      assert.ok((await ask('tev:CreatePullPointSubscription')).includes(`>http://${host}:${device.server.port}/`));
      const shown = host === '[::1]' ? /<tt:IPv6>.*<tt:DHCP>Off<.*<tt:Address>::1</ : /<tt:IPv4>.*>127\.0\.0\.1</;
      assert.match(await ask('tds:GetNetworkInterfaces'), shown);
    }
    assert.deepEqual(device.bugs, []);
  });

  it('is found by WS-Discovery: by its address, and by the group where the loopback network has a route for it', async (t) => {
    await using device = await TestDevice.start({ host: '::1', discoveryPort: 0 });
    const socket = createSocket('udp6').bind(0, '::1');
    t.after(() => socket.close());
    await once(socket, 'listening');
    socket.setMulticastInterface('::%lo');
    for (const address of ['::1', 'ff02::c%lo']) {
      const answered = once(socket, 'message');
      const error = await new Promise((resolve) => {
        socket.send(question('<Probe/>', address), device.server.discoveryPort ?? 0, address, resolve);
      });
      if (error !== null) continue;
      let answer = '';
      void answered.then(([bytes]) => {
        answer = String(bytes);
      });
      await until('an answer', () => {
        device.station.clock.advance(0.5);
        return answer !== '' || undefined;
      });
      assert.ok(answer.includes(`>http://[::1]:${device.server.port}/onvif/device_service<`), answer);
    }
  });
});
