import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader } from './support/soap-client.ts';

const TYPE = 'application/soap+xml; charset=utf-8; action="http://www.onvif.org/ver20/ptz/wsdl/ContinuousMove"';

/** The messages of the control script of ZoneMinder 1.36.33, in its layout: spaces in values, and the same action for each. */
const MESSAGES: readonly (readonly [name: string, content: string])[] = [
  ['ContinuousMove', '<Velocity><PanTilt x="0" y="0.5" xmlns="http://www.onvif.org/ver10/schema"/></Velocity>'],
  ['Stop', '<PanTilt>\n\t\t\t\t    true\n\t\t\t\t</PanTilt>\n<Zoom>\n\t\t\t\t    false\n\t\t\t\t</Zoom>'],
  ['ContinuousMove', '<Velocity><Zoom x="0.5" xmlns="http://www.onvif.org/ver10/schema"/></Velocity>'],
  ['Stop', '<PanTilt>\n    false\n</PanTilt>\n<Zoom>\n    true\n</Zoom>'],
  ['SetPreset', '<PresetToken>7</PresetToken>'],
  ['GotoPreset', '<PresetToken>7</PresetToken>'],
  ['GotoHomePosition', ''],
];

describe('the control script of ZoneMinder', () => {
  it('moves the camera, and numbers its presets itself', async () => {
    await using device = await TestDevice.start();
    for (const [name, content] of MESSAGES) {
      device.station.clock.advance(0.02);
      const createdMs = device.station.clock.nowUs() / 1000;
      const header = securityHeader({ user: 'admin', password: device.password, createdMs });
      const body = `
    <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header>
      <s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
        <${name} xmlns="http://www.onvif.org/ver20/ptz/wsdl"><ProfileToken>zoom</ProfileToken>${content}</${name}>
      </s:Body>
    </s:Envelope>`;
      const url = `http://127.0.0.1:${device.server.port}/onvif/PTZ`;
      const { status, text } = await post(url, body, { 'content-type': TYPE });
      assert.equal(status, 200, `${name}: ${text}`);
    }
    assert.deepEqual(device.bugs, []);
  });
});
