import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { UsernameTokens, usernameToken } from '../src/auth/wsse.ts';
import { SERVICE_TABLES } from '../src/services/services.ts';
import { readXml } from '../src/soap/read-xml.ts';
import { contentOf, PROFILE } from './support/operation-content.ts';
import { JPEG, TestDevice } from './support/scripted-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

const FOV = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov';

const calls = (service: string, names: readonly string[]) =>
  names.map((name) => `${service}:${name} ${contentOf(service, name)}`);

/** There are no rules, and the one module is there already. */
const REFUSED = ['CreateRules', 'ModifyRules', 'DeleteRules', 'CreateAnalyticsModules'];

/** Checks tokens of one user by clocks that a test sets. */
function tokenReader() {
  const clocks: [number, ...number[]] = [Date.UTC(2026, 2, 1)];
  const password = 'a long password';
  const tokens = new UsernameTokens({ nowMs: () => clocks });
  const ofHeader = (text: string) => {
    const header = readXml(Buffer.from(text));
    const token = usernameToken({ ...header, children: [header] });
    assert(token !== undefined);
    return tokens.check(token, '10.0.0.1', () => ({ name: 'vms', level: 'User', password }));
  };
  const check = (createdMs: number) =>
    ofHeader(securityHeader({ user: 'vms', password, createdMs, nonce: Buffer.from('nonce') }));
  return { check, clocks, ofHeader };
}

/** Those of a subscription need one, or a consumer. */
const OF_SUBSCRIPTION = ['PullMessages', 'SetSynchronizationPoint', 'Renew', 'Unsubscribe', 'Subscribe'];

const OPERATIONS = Object.entries(SERVICE_TABLES).flatMap(([service, table]) =>
  calls(
    service,
    Object.keys(table).filter((name) => !OF_SUBSCRIPTION.includes(name) && !REFUSED.includes(name)),
  ),
);

/** Things are made before they are used, and removed after. */
const TURNS = [
  /SetPreset|CreateProfile|CreateOSD/,
  /:AddVideoSource/,
  /:Add/,
  /:Get/,
  /:(?!Remove|Delete|SetSystemFactory)/,
  /:RemovePTZ|RemoveVideoAnalytics|RemoveVideoEncoder/,
  /:Remove/,
  /:(?!SetSystemFactory)/,
  /./,
];
const turn = (call: string) => TURNS.findIndex((pattern) => pattern.test(call));

describe('an ONVIF device', () => {
  const asAdmin = async (device: TestDevice, call: string) => {
    const createdMs = device.station.clock.nowUs() / 1000;
    return post(device.url, soapMessage(call, securityHeader({ user: 'admin', password: device.password, createdMs })));
  };

  it('answers each operation with well-formed XML', async () => {
    await using device = await TestDevice.start({ discoveryPort: 0 });
    device.station.group = { address: '239.192.0.10', port: 5000, ttl: 1 };
    for (const call of OPERATIONS.toSorted((one, other) => turn(one) - turn(other))) {
      device.station.clock.advance(0.05);
      const { status, text } = await asAdmin(device, call);
      assert.equal(status, 200, `${call}: ${text}`);
      readXml(Buffer.from(text));
    }
    assert.deepEqual(device.bugs, []);
  });

  it('answers without credentials only what everybody may know, and challenges for the rest', async () => {
    await using device = await TestDevice.start();
    for (const [service, table] of Object.entries(SERVICE_TABLES)) {
      for (const [name, [access]] of Object.entries(table)) {
        device.station.clock.advance(0.05);
        const { challenges, status, text } = await post(
          device.url,
          soapMessage(`${service}:${name} ${contentOf(service, name)}`),
        );
        assert.equal(status, access === 'PRE_AUTH' ? 200 : 401, name);
        if (access === 'PRE_AUTH') continue;
        assert.match(challenges, /algorithm=SHA-256.*algorithm=MD5/);
        assert.match(text, /s:Sender.*ter:NotAuthorized/);
      }
    }
    assert.deepEqual(device.verdicts, []);
  });

  it('takes a token once, of its own time, and only with the right password', async () => {
    await using device = await TestDevice.start();
    const createdMs = device.station.clock.nowUs() / 1000;
    const { password } = device;
    const tried = async (sign: Partial<Parameters<typeof securityHeader>[0]>) =>
      (
        await post(
          device.url,
          soapMessage('tds:GetUsers', securityHeader({ user: 'admin', password, createdMs, ...sign })),
        )
      ).status;
    const nonce = Buffer.from('the same nonce');
    assert.equal(await tried({ nonce }), 200);
    assert.equal(await tried({ nonce }), 401);
    const respelt = securityHeader({ user: 'admin', password, createdMs, nonce }).replace('=</Nonce>', '</Nonce>');
    assert.equal((await post(device.url, soapMessage('tds:GetUsers', respelt))).status, 401);
    // libonvif uses a nonce again with another time.
    assert.equal(await tried({ nonce, createdMs: createdMs + 1 }), 200);
    assert.equal(await tried({ createdMs: createdMs - 299_000 }), 200);
    assert.equal(await tried({ createdMs: createdMs - 301_000 }), 401);
    assert.equal(await tried({ password: 'wrong' }), 401);
    assert.equal(await tried({ user: 'nobody' }), 401);
    assert.deepEqual(device.verdicts, ['right', 'wrong', 'wrong', 'right', 'right', 'wrong', 'wrong', 'wrong']);
  });

  it('takes as many tokens as one address may send, for as long as it likes', () => {
    const { check, clocks } = tokenReader();
    const startMs = clocks[0];
    for (; clocks[0] < startMs + 600_000; clocks[0] += 20) assert.notEqual(typeof check(clocks[0]), 'string');
    assert.equal(check(clocks[0] - 20), 'wrong');
  });

  it('takes no token again while a clock of the simulation stands still', () => {
    const { check, clocks } = tokenReader();
    const startMs = clocks[0];
    clocks.push(startMs);
    for (; clocks[0] < startMs + 400_000; clocks[0] += 100) assert.notEqual(typeof check(clocks[0]), 'string');
    assert.equal(check(startMs), 'wrong');
  });

  it('takes a time without a zone as UTC, wherever the machine is', () => {
    const { clocks, ofHeader } = tokenReader();
    const created = new Date(clocks[0]).toISOString().replace('Z', '');
    const nonce = Buffer.from('nonce');
    const digest = hash('sha1', `nonce${created}a long password`, 'base64');
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      const token = `<Username>vms</Username><Password>${digest}</Password><Nonce>${nonce.toString('base64')}</Nonce>`;
      const header = `<Security><UsernameToken>${token}<Created>${created}</Created></UsernameToken></Security>`;
      assert.notEqual(typeof ofHeader(header), 'string');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('goes on for hours while a clock of the simulation stands still, and takes none again when that goes on', () => {
    const { check, clocks } = tokenReader();
    const startMs = clocks[0];
    clocks.push(startMs);
    for (; clocks[0] < startMs + 3 * 3_600_000; clocks[0] += 160) assert.notEqual(typeof check(clocks[0]), 'string');
    for (let usedMs = startMs; usedMs < startMs + 3_600_000; usedMs += 160_000) {
      clocks[1] = usedMs;
      assert.equal(check(usedMs), 'wrong');
    }
  });

  it('gives a user of a low level its pictures and no movement', async () => {
    await using device = await TestDevice.start();
    await asAdmin(device, `tds:CreateUsers ${contentOf('tds', 'CreateUsers')}`);
    const createdMs = device.station.clock.nowUs() / 1000;
    const tried = (call: string) =>
      post(device.url, soapMessage(call, securityHeader({ user: 'vms', password: 'a long password', createdMs })));
    assert.equal((await tried('trt:GetProfiles')).status, 200);
    const { status, text } = await tried(`tptz:Stop ${PROFILE}`);
    assert.equal(status, 400);
    assert.match(text, /NotAuthorized.*a user of the level Operator/);
    assert.match((await asAdmin(device, 'tds:DeleteUsers <Username>admin</Username>')).text, /FixedUser/);
    assert.doesNotMatch((await asAdmin(device, 'tds:GetUsers')).text, /a long password|Password/);
  });

  it('speaks SOAP 1.1 to those that speak it', async () => {
    await using device = await TestDevice.start();
    const { text } = await post(device.url, soapMessage('tds:GetHostname', '', '1.1'));
    assert.match(text, /schemas.xmlsoap.org.*<tt:Name>tower</s);
    const refused = await post(device.url, soapMessage('tds:GetUsers', '', '1.1'));
    assert.match(refused.text, /<faultcode>s:Client/);
  });

  it('writes headers of answers with capitals and their length, in one piece', async () => {
    await using device = await TestDevice.start();
    const body = soapMessage(
      'tds:GetHostname',
      '<MessageID xmlns="http://www.w3.org/2005/08/addressing">id-1</MessageID>',
    );
    const socket = connect(device.server.port, '127.0.0.1');
    socket.end(
      `POST / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    const [head = '', content = ''] = text.split('\r\n\r\n');
    assert.match(head, /\r\nContent-Type: application\/soap\+xml; charset=utf-8\r\n/);
    assert.match(head, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(content)}\r\n`));
    assert.match(content, /<wsa:RelatesTo>id-1</);
  });

  it('gives addresses by which the client came, and its own for a foreign name', async () => {
    await using device = await TestDevice.start();
    const services = async (host: string) => {
      const body = soapMessage('tds:GetServices <IncludeCapability>false</IncludeCapability>');
      const socket = connect(device.server.port, '127.0.0.1');
      socket.end(
        `POST / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return /<tds:XAddr>(.*?)\/onvif/.exec(text)?.[1];
    };
    assert.equal(await services('camera.local:81'), 'http://camera.local:81');
    assert.equal(await services('10.1.2.3'), 'http://10.1.2.3:80');
    assert.equal(await services('evil.example'), `http://127.0.0.1:${device.server.port}`);
    assert.equal(await services('a<b>'), `http://127.0.0.1:${device.server.port}`);
  });

  it('refuses hostile messages by name, and goes on', async () => {
    await using device = await TestDevice.start();
    const hostname = soapMessage('tds:GetHostname');
    const hostile = [
      `<!DOCTYPE x [<!ENTITY a "aaaa">]>${hostname}`,
      `<?php x?>${hostname}`,
      hostname.replace('</s:Body>', ''),
      hostname.replace('<tds:GetHostname>', '<tds:GetHostname>&unknown;'),
      hostname.replace('<tds:GetHostname>', `<tds:GetHostname>${'<a>'.repeat(40)}${'</a>'.repeat(40)}`),
      hostname.replace('<tds:GetHostname>', `<tds:GetHostname>${'<a/>'.repeat(2001)}`),
      hostname.replace(
        '<tds:GetHostname>',
        `<tds:GetHostname ${Array.from({ length: 65 }, (_, n) => `a${n}=""`).join(' ')}>`,
      ),
      hostname.replace('<tds:GetHostname>', '<tds:GetHostname><undeclared:a/>'),
      `${hostname}${' '.repeat(70_000)}`,
      Buffer.from([0xff, 0xfe, 0x3c]),
      '<a/>',
      '',
      'x & y',
    ];
    for (const body of hostile) {
      const { status, text } = await post(device.url, body as string);
      assert.equal(status, 400, String(body).slice(0, 60));
      assert.match(text, /ter:WellFormed/);
    }
    assert.match((await post(device.url, soapMessage('tds:constructor'))).text, /ActionNotSupported/);
    assert.match((await post(device.url, soapMessage('tds:GetRelayOutputs'))).text, /ActionNotSupported/);
    assert.equal((await post(device.url, hostname)).status, 200);
    assert.deepEqual(device.bugs, []);
  });

  it('gives a picture to a user only', async () => {
    await using device = await TestDevice.start();
    const url = device.url.replace('device_service', 'snapshot/zoom');
    const refused = await fetch(url);
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Digest /);
    assert.equal((await fetch(url.replace('zoom', '../../etc'))).status, 404);
    assert.equal(JPEG.length, 4);
  });
});

describe('PTZ by ONVIF', () => {
  const move = async (device: TestDevice, call: string) => {
    const createdMs = device.station.clock.nowUs() / 1000;
    const header = securityHeader({ user: 'admin', password: device.password, createdMs });
    const [name = '', ...content] = call.split(' ');
    device.station.orders.splice(0);
    return post(device.url, soapMessage(`tptz:${name} ${PROFILE}${content.join(' ')}`, header));
  };

  it('turns to positions of the generic space, and refuses those outside', async () => {
    await using device = await TestDevice.start();
    await move(device, 'AbsoluteMove <Position><PanTilt x="-0.5" y="1"/><Zoom x="1"/></Position>');
    assert.deepEqual(device.station.orders, [
      ['camera/control/rotate_to_angle', { pan_ned: 270, tilt_ned: -11 }],
      ['videostreams/zoom/control/zoom', { zoom_level: 32 }],
    ]);
    for (const [x, y] of [
      [2, 0],
      [0, -1.1],
      ['INF', 0],
      ['NaN', 0],
      ['', 0],
    ]) {
      const { text } = await move(device, `AbsoluteMove <Position><PanTilt x="${x}" y="${y}"/></Position>`);
      assert.match(text, /InvalidPosition/);
      assert.deepEqual(device.station.orders, []);
    }
    const space = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationGenericSpace';
    const { text } = await move(
      device,
      `RelativeMove <Translation><PanTilt x="1e308" y="0" space="${space}"/></Translation>`,
    );
    assert.match(text, /InvalidPosition.*must be a number, at most 1000000/);
    assert.deepEqual(device.station.orders, []);
  });

  it('turns to a position, and zooms to an area there', async () => {
    await using device = await TestDevice.start();
    await move(device, 'GeoMove <Target lon="11.4" lat="46.5" elevation="300"/><AreaWidth>100</AreaWidth>');
    assert.deepEqual(device.station.places, [{ latDeg: 46.5, lonDeg: 11.4, elevationM: 300 }]);
    const [[, turned], [, zoomed] = assert.fail()] = device.station.orders.splice(0) as [
      [string, object],
      [string, object],
    ];
    assert.deepEqual(turned, { pan_ned: 40, tilt_ned: 30 });
    // 100 m at 500 m are 11.42 degrees.
    assert.ok(Math.abs(Number(Object.values(zoomed)[0]) - 95.57 / 11.42) < 0.01, JSON.stringify(zoomed));
    const target = '<Target lat="46.5" lon="11.4"/>';
    for (const [place, content, fault] of [
      [undefined, target, 'GeoLocationUnknown'],
      [{ azimuthDeg: 0, depressionDeg: 81, slantRangeM: 30 }, target, 'UnreachablePosition'],
      [{ azimuthDeg: 0, depressionDeg: 1, slantRangeM: 20_001 }, target, 'UnreachablePosition'],
      [device.station.place, '<Target lat="NaN" lon="11.4"/>', 'InvalidPosition'],
      [device.station.place, '<Target lat="46.5" lon="181"/>', 'InvalidPosition'],
      [device.station.place, '', 'InvalidPosition'],
      [device.station.place, `${target}<AreaWidth>0</AreaWidth>`, 'InvalidArgVal'],
    ] as const) {
      device.station.place = place;
      assert.match((await move(device, `GeoMove ${content}`)).text, new RegExp(`ter:${fault}`));
    }
    assert.deepEqual(device.station.orders, []);
  });

  it('brings a point of the picture to its middle, by true angles and not by proportion', async () => {
    await using device = await TestDevice.start();
    device.station.camera = { ...(device.station.camera ?? assert.fail()), panDeg: 0, tiltDeg: 70 };
    await move(device, `RelativeMove <Translation><PanTilt x="0.5" y="0" space="${FOV}"/></Translation>`);
    const [, body] = device.station.orders[0] ?? assert.fail();
    assert.ok(Math.abs((body.pan_ned ?? 0) - 58.1) < 0.3, JSON.stringify(body));
  });

  it('tilts alone where no pan is asked for, so that it works on the ground too', async () => {
    await using device = await TestDevice.start();
    await move(device, 'RelativeMove <Translation><PanTilt x="0" y="0.5"/></Translation>');
    assert.deepEqual(Object.keys(device.station.orders[0]?.[1] ?? {}), ['tilt_ned']);
  });

  it('moves until its timeout, over the longest turn of one order', async () => {
    await using device = await TestDevice.start();
    await move(device, 'ContinuousMove <Velocity><PanTilt x="0.5" y="-0.02"/></Velocity><Timeout>PT16S</Timeout>');
    device.station.clock.advance(20);
    assert.deepEqual(
      device.station.orders.map(([, body]) => [body.pan_speed, body.tilt_speed, body.duration]),
      [
        [12.5, 2, 10],
        [12.5, 2, 10],
        [12.5, 2, 6],
      ],
    );
  });

  it('zooms by doublings a second, and stops', async () => {
    await using device = await TestDevice.start();
    await move(device, 'ContinuousMove <Velocity><Zoom x="1"/></Velocity>');
    assert.match((await move(device, 'GetStatus')).text, /<tt:Zoom>MOVING/);
    device.station.clock.advance(1);
    assert.ok(Math.abs(device.station.zoom - 2) < 1e-6);
    await move(device, 'Stop <PanTilt>false</PanTilt><Zoom>true</Zoom>');
    assert.deepEqual(device.station.orders, []);
    device.station.clock.advance(5);
    assert.ok(Math.abs(device.station.zoom - 2) < 1e-6);
    assert.match((await move(device, 'GetStatus')).text, /<tt:Zoom>IDLE/);
  });

  it('shows a move in the next status, and then what the station reports', async () => {
    await using device = await TestDevice.start();
    const shown = async () => /<tt:PanTilt>(\w+)</.exec((await move(device, 'GetStatus')).text)?.[1];
    assert.equal(await shown(), 'IDLE');
    await move(device, 'RelativeMove <Translation><PanTilt x="0.5" y="0"/></Translation>');
    assert.equal(await shown(), 'MOVING');
    device.station.clock.advance(1);
    assert.equal(await shown(), 'IDLE');
    device.station.camera = undefined;
    assert.equal(await shown(), 'UNKNOWN');
  });

  it('gives the reason of a refusal', async () => {
    await using device = await TestDevice.start();
    device.station.refusal = { code: 'CONTROL_TAKEN', message: 'control is with M. Rossi' };
    const { status, text } = await move(device, 'GotoHomePosition');
    assert.equal(status, 400);
    assert.match(text, /ter:OperationProhibited.*control is with M. Rossi/);
  });

  it('keeps presets with any name', async () => {
    await using device = await TestDevice.start();
    await move(device, 'SetPreset <PresetName>Tor &amp; Höfe</PresetName>');
    assert.match((await move(device, 'SetPreset <PresetName>Tor &amp; Höfe</PresetName>')).text, /PresetExist/);
    assert.match((await move(device, 'GetPresets')).text, /token="1"><tt:Name>Tor &amp; Höfe</);
    await move(device, 'AbsoluteMove <Position><PanTilt x="0" y="0"/></Position>');
    await move(device, 'GotoPreset <PresetToken>1</PresetToken>');
    assert.deepEqual(device.station.orders[0]?.[1], { pan_ned: 10, tilt_ned: 20 });
    assert.match((await move(device, 'GotoPreset <PresetToken>2</PresetToken>')).text, /NoToken/);
  });
});
