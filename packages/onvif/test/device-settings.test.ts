import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';
import { post, securityHeader, soapMessage } from './support/soap-client.ts';

const LOCATION = 'onvif://www.onvif.org/location/tower';
const HARDWARE = 'onvif://www.onvif.org/hardware/Camera%202nd%20Generation';
const scope = (item: string) => `<ScopeItem>${item}</ScopeItem>`;
const time = (year: number, hour = 12) =>
  `<DateTimeType>Manual</DateTimeType><DaylightSavings>false</DaylightSavings><TimeZone><TZ>CET-1CEST,M3.5.0,M10.5.0/3</TZ></TimeZone><UTCDateTime><Time><Hour>${hour}</Hour><Minute>0</Minute><Second>0</Second></Time><Date><Year>${year}</Year><Month>2</Month><Day>28</Day></Date></UTCDateTime>`;

/** Orders that change the network or the clock, an answer that shows it, and a wrong order with its fault. */
const CHANGES: readonly (readonly [order: string, shown: string, pattern: RegExp, wrong: string, subcode: string])[] = [
  [
    'tds:SetHostname <Name>roof.example</Name>',
    'tds:GetHostname',
    /<tt:Name>roof.example</,
    'tds:SetHostname <Name>two words</Name>',
    'InvalidHostname',
  ],
  [
    'tds:SetDNS <FromDHCP>false</FromDHCP><SearchDomain>example</SearchDomain><DNSManual><Type>IPv4</Type><IPv4Address>10.0.0.1</IPv4Address></DNSManual>',
    'tds:GetDNS',
    /<tt:SearchDomain>example<.*<tt:DNSManual><tt:Type>IPv4<.*>10.0.0.1</,
    'tds:SetDNS <FromDHCP>false</FromDHCP><DNSManual><Type>IPv4</Type><IPv4Address>10.0.1</IPv4Address></DNSManual>',
    'InvalidIPv4Address',
  ],
  [
    'tds:SetNTP <FromDHCP>false</FromDHCP><NTPManual><Type>DNS</Type><DNSname>time.example</DNSname></NTPManual>',
    'tds:GetNTP',
    /<tt:NTPManual><tt:Type>DNS<.*<tt:DNSname>time.example</,
    'tds:SetNTP <FromDHCP>false</FromDHCP><NTPManual><Type>DNS</Type><DNSname>-</DNSname></NTPManual>',
    'InvalidDnsName',
  ],
  [
    'tds:SetNetworkInterfaces <InterfaceToken>eth0</InterfaceToken><NetworkInterface><MTU>1400</MTU><IPv4><Manual><Address>10.9.8.7</Address><PrefixLength>16</PrefixLength></Manual><DHCP>false</DHCP></IPv4></NetworkInterface>',
    'tds:GetNetworkInterfaces',
    /<tt:MTU>1400<.*<tt:Address>10.9.8.7<.*<tt:PrefixLength>16</,
    'tds:SetNetworkInterfaces <InterfaceToken>eth1</InterfaceToken>',
    'InvalidNetworkInterface',
  ],
  [
    'tds:SetNetworkProtocols <NetworkProtocols><Name>RTSP</Name><Enabled>false</Enabled><Port>554</Port></NetworkProtocols>',
    'tds:GetNetworkProtocols',
    /<tt:Name>RTSP<\/tt:Name><tt:Enabled>false<\/tt:Enabled><tt:Port>554</,
    'tds:SetNetworkProtocols <NetworkProtocols><Name>HTTPS</Name><Enabled>true</Enabled><Port>443</Port></NetworkProtocols>',
    'ServiceNotSupported',
  ],
  [
    'tds:SetNetworkDefaultGateway <IPv4Address>10.0.0.1</IPv4Address>',
    'tds:GetNetworkDefaultGateway',
    /<tt:IPv4Address>10.0.0.1</,
    'tds:SetNetworkDefaultGateway <IPv4Address>10.0.0</IPv4Address>',
    'InvalidGatewayAddress',
  ],
  [
    `tds:SetSystemDateAndTime ${time(2031)}`,
    'tds:GetSystemDateAndTime',
    />Manual<.*<tt:TZ>CET-1CEST,M3.5.0,M10.5.0\/3<.*<tt:Hour>12<.*<tt:Year>2031</,
    `tds:SetSystemDateAndTime ${time(2031, 24)}`,
    'InvalidDateTime',
  ],
];

describe('settings of the device', () => {
  it('have no year that times of XML cannot have', async () => {
    await using camera = await CaseCamera.start();
    for (const year of [-1, 1969, 10_000, 275_760])
      await camera.refused(`tds:SetSystemDateAndTime ${time(year)}`, 'InvalidArgVal', 'InvalidDateTime');
  });

  for (const [order, shown, pattern, wrong, subcode] of CHANGES) {
    const [name = ''] = order.split(' ');
    it(`${name} is kept and shown, and refused with ${subcode}`, async () => {
      await using camera = await CaseCamera.start();
      await camera.refused(wrong, 'InvalidArgVal', subcode);
      await camera.ok(order);
      await camera.ok(shown, pattern);
    });

    it(`${name} is refused with a real aircraft`, async () => {
      await using camera = await CaseCamera.start();
      camera.device.station.identity.isSimulated = false;
      await camera.refused(order, 'OperationProhibited');
    });
  }

  it('the clock moves what is shown, and clients may sign in by it', async () => {
    await using camera = await CaseCamera.start();
    const { device } = camera;
    await camera.ok(`tds:SetSystemDateAndTime ${time(2031)}`);
    const createdMs = Date.UTC(2031, 1, 28, 12);
    const header = securityHeader({ user: 'admin', password: device.password, createdMs });
    assert.equal((await post(device.url, soapMessage('tds:GetUsers', header))).status, 200);
    await camera.ok('tds:SetSystemDateAndTime <DateTimeType>NTP</DateTimeType><DaylightSavings>0</DaylightSavings>');
    assert.doesNotMatch(await camera.ok('tds:GetSystemDateAndTime'), /2031/);
  });

  it('scopes of clients come and go beside the fixed ones', async () => {
    await using camera = await CaseCamera.start();
    await camera.ok(`tds:SetScopes <Scopes>${LOCATION}</Scopes>`);
    await camera.ok(`tds:AddScopes ${scope('onvif://www.onvif.org/location/roof')}`);
    await camera.ok('tds:GetScopes', new RegExp(`>Fixed<.*>Configurable<.*${LOCATION}.*/roof<`));
    await camera.ok(`tds:RemoveScopes ${scope(LOCATION)}`, new RegExp(`<tds:ScopeItem>${LOCATION}<`));
    assert.doesNotMatch(await camera.ok('tds:GetScopes'), new RegExp(LOCATION));
    await camera.refused(`tds:RemoveScopes ${scope(LOCATION)}`, 'InvalidArgVal', 'NoScope');
    await camera.refused(`tds:RemoveScopes ${scope(HARDWARE)}`, 'OperationProhibited', 'FixedScope');
    await camera.refused(`tds:SetScopes <Scopes>${HARDWARE}</Scopes>`, 'OperationProhibited', 'ScopeOverwrite');
    const many = Array.from({ length: 17 }, (_, index) => scope(`onvif://a/${index}`)).join('');
    await camera.refused(`tds:AddScopes ${many}`, 'Action', 'TooManyScopes');
    await camera.refused('tds:AddScopes <ScopeItem>no address</ScopeItem>', 'InvalidArgVal');
  });

  it('a factory default takes what clients have made; a soft one leaves the network', async () => {
    await using camera = await CaseCamera.start();
    const user =
      '<User><Username>vms</Username><Password>a long password</Password><UserLevel>Operator</UserLevel></User>';
    const made = async () => {
      await camera.ok('tds:SetHostname <Name>roof</Name>');
      await camera.ok('trt:CreateProfile <Name>second</Name><Token>second</Token>');
    };
    await camera.ok(`tds:CreateUsers ${user}`);
    await made();
    await camera.ok('tds:SetSystemFactoryDefault <FactoryDefault>Soft</FactoryDefault>');
    await camera.ok('tds:GetHostname', /roof/);
    await camera.refused('trt:GetProfile <ProfileToken>second</ProfileToken>', 'InvalidArgVal', 'NoProfile');
    await camera.ok('tds:GetUsers', /vms/);
    await made();
    await camera.ok('tds:SetSystemFactoryDefault <FactoryDefault>Hard</FactoryDefault>');
    await camera.ok('tds:GetHostname', /tower/);
    assert.doesNotMatch(await camera.ok('tds:GetUsers', /admin/), /vms/);
    await camera.refused('tds:SetSystemFactoryDefault <FactoryDefault>None</FactoryDefault>', 'InvalidArgVal');
  });

  it('a restart ends subscriptions, on the ground only', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    const url = await camera.pullPoint();
    station.isFlying = true;
    await camera.refused('tds:SystemReboot', 'OperationProhibited');
    station.isFlying = false;
    await camera.ok('tds:SystemReboot', /Message/);
    assert.match(await camera.ask('tev:PullMessages', { url }), /ResourceUnknown/);
    station.identity.isSimulated = false;
    await camera.refused('tds:SystemReboot', 'OperationProhibited');
  });
});
