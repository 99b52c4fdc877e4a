import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { NO_GROUPS } from '@kitestring/lab-testing/own-network.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { DISCOVERY_PORT } from '../../src/discovery/discovery.ts';
import { question } from '../support/probe.ts';
import { post, soapMessage } from '../support/soap-client.ts';
import { CaseCamera, each, fails, notApplicable, type SpecificationCase } from './case-camera.ts';
import { namespaceCases } from './namespace-cases.ts';

const NO_NETWORK_SETTING = fails('a setting of the network is shown, and changes nothing on the machine');
const NO_SERVICE = notApplicable('there is no such service');
const NO_RELAY = notApplicable('there are no relays');
const NO_FEATURE = notApplicable('the device does not offer it');
const NO_TOPIC = notApplicable('there is no such topic');

const category = (name: string, element: string) => (camera: CaseCamera) =>
  camera.ok(`tds:GetCapabilities <Category>${name}</Category>`, new RegExp(`<tt:${element}><tt:XAddr>http`));

const serviceListed = (uri: string) => (camera: CaseCamera) =>
  camera.ok(
    'tds:GetServices <IncludeCapability>false</IncludeCapability>',
    new RegExp(`<tds:Namespace>http://www.onvif.org/${uri}</tds:Namespace><tds:XAddr>http`),
  );

async function hasServiceCapabilities(camera: CaseCamera): Promise<void> {
  const [own] = /<tds:Capabilities>.*<\/tds:Capabilities>/.exec(await camera.ok('tds:GetServiceCapabilities')) ?? [];
  const services = await camera.ok('tds:GetServices <IncludeCapability>true</IncludeCapability>');
  assert.ok(own !== undefined && services.includes(own));
}

/** Both lists give the same address of each service. */
async function hasSameAddresses(camera: CaseCamera): Promise<void> {
  const of = (text: string) => [...text.matchAll(/XAddr>(http[^<]*)</g)].map(([, address]) => address ?? '');
  const services = of(await camera.ok('tds:GetServices <IncludeCapability>false</IncludeCapability>'));
  const older = of(await camera.ok('tds:GetCapabilities'));
  assert.equal(older.length, 6);
  for (const address of older) assert.ok(services.includes(address), address);
  for (const address of services) assert.ok(address.startsWith(new URL('/', camera.device.url).href), address);
}

const user = (name: string, level = 'User') =>
  `<User><Username>${name}</Username><Password>a long password</Password><UserLevel>${level}</UserLevel></User>`;

async function createUsers(camera: CaseCamera): Promise<void> {
  await camera.ok(`tds:CreateUsers ${user('one')}${user('two', 'Operator')}`);
  await camera.ok('tds:GetUsers', /one.*User.*two.*Operator/);
}

async function deleteUsers(camera: CaseCamera): Promise<void> {
  await createUsers(camera);
  await camera.ok('tds:DeleteUsers <Username>one</Username>');
  assert.doesNotMatch(await camera.ok('tds:GetUsers'), />one</);
}

async function setUser(camera: CaseCamera): Promise<void> {
  await createUsers(camera);
  await camera.ok(`tds:SetUser ${user('one', 'Operator')}`);
  await camera.ok('tds:GetUsers', />one<\/tt:Username><tt:UserLevel>Operator/);
}

async function clash(camera: CaseCamera): Promise<void> {
  await createUsers(camera);
  await camera.refused(`tds:CreateUsers ${user('one')}`, 'OperationProhibited', 'UsernameClash');
}

const failure = (topic: string) => (camera: CaseCamera) => camera.ok('tev:GetEventProperties', new RegExp(topic));

/** Answers to a probe by a datagram to the device itself. */
async function probe({ device }: CaseCamera, ...datagrams: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (bytes) => answers.push(String(bytes)));
  const last = question('<Probe/>', 'urn:uuid:last');
  for (const datagram of [...datagrams, last]) socket.send(datagram, device.server.discoveryPort ?? 0, '127.0.0.1');
  await until('the last answer', () => {
    device.station.clock.advance(0.5);
    return answers.some((answer) => answer.includes('urn:uuid:last'));
  });
  socket.close();
  return answers.filter((answer) => !answer.includes('urn:uuid:last'));
}

const found = (body: string) => async (camera: CaseCamera) => {
  const [answer = ''] = await probe(camera, question(body));
  assert.match(answer, /ProbeMatch>.*XAddrs>http/);
};

const SCOPE = '<Types>NetworkVideoTransmitter</Types><Scopes>onvif://www.onvif.org/name/tower</Scopes>';

/** Prefixes and default namespaces of a probe. */
const probeForms = [
  question('<Probe/>'),
  question('<Probe xmlns="http://schemas.xmlsoap.org/ws/2005/04/discovery"/>'),
  question('<zz:Probe xmlns:zz="http://schemas.xmlsoap.org/ws/2005/04/discovery"/>'),
  question(
    '<b:Probe xmlns:b="http://schemas.xmlsoap.org/ws/2005/04/discovery"><c:Types xmlns:c="http://schemas.xmlsoap.org/ws/2005/04/discovery"/></b:Probe>',
  ),
  question('<e:Probe xmlns:e="http://schemas.xmlsoap.org/ws/2005/04/discovery"/>'),
];

async function discoveryMode(camera: CaseCamera): Promise<void> {
  await camera.ok('tds:SetDiscoveryMode <DiscoveryMode>NonDiscoverable</DiscoveryMode>');
  await camera.ok('tds:GetDiscoveryMode', />NonDiscoverable</);
  await camera.ok('tds:SetDiscoveryMode <DiscoveryMode>Discoverable</DiscoveryMode>');
  await found('<Probe/>')(camera);
}

async function userToken(camera: CaseCamera): Promise<void> {
  const { challenges, status } = await post(camera.device.url, soapMessage('tds:GetUsers'));
  assert.equal(status, 401);
  assert.match(challenges, /Digest .*qop="auth"/);
  await camera.ok('tds:GetUsers');
}

/** Announcements as they come; undefined, and skipped, where this machine lets no program listen. */
async function heardByGroup(t: TestContext): Promise<string[] | undefined> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  t.after(() => socket.close());
  socket.bind(DISCOVERY_PORT);
  await once(socket, 'listening');
  try {
    socket.addMembership('239.255.255.250', '127.0.0.1');
  } catch {
    t.skip(NO_GROUPS);
    return undefined;
  }
  const heard: string[] = [];
  socket.on('message', (bytes) => heard.push(String(bytes)));
  return heard;
}

/** Announcements of the device at its start and end. */
const announces = (kind: 'Hello' | 'Bye', content: RegExp) => async (_: CaseCamera, t: TestContext) => {
  const heard = await heardByGroup(t);
  if (heard === undefined) return;
  const camera = await CaseCamera.start();
  const [own = ''] = /urn:uuid:[\w-]+/.exec(await camera.ok('tds:GetEndpointReference')) ?? [];
  await camera[Symbol.asyncDispose]();
  await until(
    'the message',
    () => heard.some((text) => text.includes(`<d:${kind}>`) && text.includes(own)) || undefined,
  );
  assert.match(heard.find((text) => text.includes(`<d:${kind}>`) && text.includes(own)) ?? '', content);
};

/** Only a station knows when it started. */
async function tellsOfReboot(camera: CaseCamera): Promise<void> {
  const [topic, value] = ['Monitoring/OperatingTime/LastReboot', '2031-02-02T12:00:00.000Z'];
  camera.device.station.properties = () => [{ topic, data: { name: 'Status', value } }];
  await camera.ok('tev:GetEventProperties', /LastReboot.*IsProperty="true".*Name="Status" Type="xs:dateTime"/);
  const url = await camera.pullPoint(`<Filter><TopicExpression>tns1:${topic}</TopicExpression></Filter>`);
  assert.match(await camera.pull(url), new RegExp(`Initialized".*Name="Status" Value="${value}"`));
}

async function tellsOfRestart(camera: CaseCamera, t: TestContext): Promise<void> {
  const heard = await heardByGroup(t);
  if (heard === undefined) return;
  const { station } = camera.device;
  const topic = 'Monitoring/OperatingTime/LastReboot';
  const started = new Date(station.clock.nowUs() / 1000).toISOString();
  station.properties = () => [{ topic, data: { name: 'Status', value: started } }];
  const filter = `<Filter><TopicExpression>tns1:${topic}</TopicExpression></Filter>`;
  const told = async (url: string) =>
    /"Initialized".*?Name="Status" Value="(.*?)"/.exec(await camera.pull(url))?.[1] ?? '';
  const url = await camera.pullPoint(filter);
  assert.equal(await told(url), started);
  await camera.ok('wsnt:Unsubscribe', /./, { url });
  heard.length = 0;
  await camera.ok('tds:SystemReboot', /Message/);
  await until('the camera to come again', () => heard.some((text) => text.includes('<d:Hello>')) || undefined);
  const again = await camera.pullPoint(filter);
  const value = await told(again);
  assert.ok(Date.parse(value) > Date.parse(started), value);
  await camera.ok('wsnt:Unsubscribe', /./, { url: again });
}

/** A topic is described and told as the specification has it. @returns the address of its subscription, and its first value */
async function monitored(camera: CaseCamera, topic: string, described: RegExp): Promise<readonly [string, string]> {
  await camera.ok('tev:GetEventProperties', described);
  const url = await camera.pullPoint(
    `<Filter><TopicExpression>tns1:Monitoring/${topic}</TopicExpression></Filter><InitialTerminationTime>PT5M</InitialTerminationTime>`,
  );
  const text = await camera.pull(url);
  assert.match(text, new RegExp(`tns1:Monitoring/${topic}<.*"Initialized"`));
  return [url, /<tt:Data><tt:SimpleItem Name="\w+" Value="(.*?)"/.exec(text)?.[1] ?? ''];
}

async function tellsOfProcessor(camera: CaseCamera): Promise<void> {
  camera.device.station.times = { busyMs: 2000, totalMs: 10_000 };
  const described =
    /<ProcessorUsage.*?IsProperty="true".*?Name="Token" Type="tt:ReferenceToken".*?Name="Value" Type="xs:float"/;
  const [url, value] = await monitored(camera, 'ProcessorUsage', described);
  assert.ok(Number(value) > 0 && Number(value) <= 100, value);
  await camera.ok('wsnt:Unsubscribe', /./, { url });
}

const CLOCK_TOPIC = 'OperatingTime/LastClockSynchronization';
const CLOCK_DESCRIBED = /<LastClockSynchronization.*?IsProperty="true".*?Name="Status" Type="xs:dateTime"/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

async function tellsOfClock(camera: CaseCamera): Promise<void> {
  const [url, value] = await monitored(camera, CLOCK_TOPIC, CLOCK_DESCRIBED);
  assert.match(value, UTC);
  await camera.ok('wsnt:Unsubscribe', /./, { url });
}

async function tellsOfSetClock(camera: CaseCamera): Promise<void> {
  const [url, before] = await monitored(camera, CLOCK_TOPIC, CLOCK_DESCRIBED);
  camera.device.station.clock.advance(1);
  await camera.ok(`tds:SetSystemDateAndTime ${moment('UTC0')}`);
  const text = await camera.pull(url);
  const [, after = ''] = /"Changed".*?Name="Status" Value="(.*?)"/.exec(text) ?? [];
  assert.match(after, UTC);
  assert.ok(Date.parse(after) > Date.parse(before), `${before} and ${after}`);
}

const MANUAL = '<FromDHCP>false</FromDHCP>';
const v4 = (name: string, address = '10.1.1.1') =>
  `<${name}><Type>IPv4</Type><IPv4Address>${address}</IPv4Address></${name}>`;
const v6 = (name: string, address = '2001:db8::1') =>
  `<${name}><Type>IPv6</Type><IPv6Address>${address}</IPv6Address></${name}>`;
const moment = (zone: string, month = 2) =>
  `<DateTimeType>Manual</DateTimeType><DaylightSavings>false</DaylightSavings><TimeZone><TZ>${zone}</TZ></TimeZone><UTCDateTime><Time><Hour>12</Hour><Minute>0</Minute><Second>0</Second></Time><Date><Year>2031</Year><Month>${month}</Month><Day>2</Day></Date></UTCDateTime>`;

/** A setting that the device has after its order. */
const kept = (name: string, content: string, shown: RegExp) => async (camera: CaseCamera) => {
  await camera.ok(`tds:Set${name} ${content}`);
  await camera.ok(`tds:Get${name}`, shown);
};

const factoryDefault = (kind: string) => async (camera: CaseCamera) => {
  await camera.ok('trt:CreateProfile <Name>second</Name><Token>second</Token>');
  await camera.ok(`tds:SetSystemFactoryDefault <FactoryDefault>${kind}</FactoryDefault>`);
  assert.doesNotMatch(await camera.ok('trt:GetProfiles'), /second/);
};

const ROOF = 'onvif://www.onvif.org/location/roof';

async function scopes(camera: CaseCamera): Promise<void> {
  const asked = question(`<Probe><Scopes>${ROOF}</Scopes></Probe>`);
  await camera.ok(`tds:AddScopes <ScopeItem>${ROOF}</ScopeItem>`);
  await camera.ok('tds:GetScopes', new RegExp(`Configurable<.*${ROOF}`));
  assert.equal((await probe(camera, asked)).length, 1);
  await camera.ok(`tds:RemoveScopes <ScopeItem>${ROOF}</ScopeItem>`);
  assert.deepEqual(await probe(camera, asked), []);
}

/** Base Device Test Specification 21.12. */
export const BASE_CASES: Readonly<Record<string, SpecificationCase>> = {
  ...each('IPCONFIG-1-1-3 IPCONFIG-2-1-2…4', NO_NETWORK_SETTING),
  'IPCONFIG-1-1-5': notApplicable('there is no zero configuration'),
  'DISCOVERY-1-1-2': announces(
    'Hello',
    /Types>dn:NetworkVideoTransmitter tds:Device<.*Scopes>.*name\/tower.*XAddrs>http/,
  ),
  'DISCOVERY-1-1-8': announces('Bye', /EndpointReference/),
  'DISCOVERY-1-1-3': found(`<Probe>${SCOPE}</Probe>`),
  'DISCOVERY-1-1-4': found('<Probe/>'),
  'DISCOVERY-1-1-5': async (camera) =>
    assert.deepEqual(await probe(camera, question('<Probe><Scopes>onvif://www.onvif.org/no</Scopes></Probe>')), []),
  'DISCOVERY-1-1-6': found('<Probe/>'),
  'DISCOVERY-1-1-9': discoveryMode,
  'DISCOVERY-1-1-10': fails('a probe with an unknown rule gets no answer, as it may have been sent to all'),
  'DISCOVERY-1-1-11': scopes,
  ...Object.fromEntries(
    probeForms.map((form, index) => [
      `DISCOVERY-2-1-${index + 1}`,
      async (camera: CaseCamera) => assert.equal((await probe(camera, form)).length, 1),
    ]),
  ),
  ...each('SECURITY-1-1-1 SECURITY-1-1-2', userToken),
  'DEVICE-1-1-1': (camera) => camera.ok('tds:GetWsdlUrl', /https:/),
  'DEVICE-1-1-2': (camera) => camera.ok('tds:GetCapabilities <Category>All</Category>', /tt:Device>.*tt:PTZ>/),
  'DEVICE-1-1-3': category('Device', 'Device'),
  'DEVICE-1-1-4': category('Media', 'Media'),
  'DEVICE-1-1-5': category('Events', 'Events'),
  'DEVICE-1-1-6': category('PTZ', 'PTZ'),
  'DEVICE-1-1-9': (camera) => {
    camera.device.station.metadata.hasObjects = false;
    return camera.refused('tds:GetCapabilities <Category>Analytics</Category>', 'ActionNotSupported', 'NoSuchService');
  },
  'DEVICE-1-1-10': category('Imaging', 'Imaging'),
  'DEVICE-1-1-11': category('Analytics', 'Analytics'),
  'DEVICE-1-1-13': serviceListed('ver10/device/wsdl'),
  'DEVICE-1-1-14': serviceListed('ver10/media/wsdl'),
  'DEVICE-1-1-15': serviceListed('ver20/ptz/wsdl'),
  'DEVICE-1-1-16': serviceListed('ver10/events/wsdl'),
  'DEVICE-1-1-17': serviceListed('ver20/imaging/wsdl'),
  ...each(
    'DEVICE-1-1-20 DEVICE-1-1-21 DEVICE-1-1-22 DEVICE-1-1-23 DEVICE-1-1-24 DEVICE-1-1-25 DEVICE-1-1-26 DEVICE-1-1-27 DEVICE-1-1-28 DEVICE-1-1-29',
    NO_SERVICE,
  ),
  ...each('DEVICE-1-1-18 DEVICE-1-1-19', hasServiceCapabilities),
  ...each('DEVICE-1-1-30 DEVICE-1-1-31', hasSameAddresses),
  'DEVICE-2-1-1': (camera) => camera.ok('tds:GetHostname', /<tt:Name>tower</),
  'DEVICE-2-1-3': (camera) => camera.refused('tds:SetHostname <Name>a b</Name>', 'InvalidArgVal', 'InvalidHostname'),
  'DEVICE-2-1-32': kept('Hostname', '<Name>roof</Name>', /<tt:Name>roof</),
  'DEVICE-2-1-4': (camera) => camera.ok('tds:GetDNS', /FromDHCP/),
  'DEVICE-2-1-5': kept('DNS', `${MANUAL}<SearchDomain>example</SearchDomain>`, /FromDHCP>false.*SearchDomain>example</),
  'DEVICE-2-1-6': kept('DNS', `${MANUAL}${v4('DNSManual')}`, /FromDHCP>false.*DNSManual>.*>10.1.1.1</),
  'DEVICE-2-1-8': kept('DNS', '<FromDHCP>true</FromDHCP>', /FromDHCP>true</),
  'DEVICE-2-1-9': (camera) =>
    camera.refused(`tds:SetDNS ${MANUAL}${v4('DNSManual', '10.1.1')}`, 'InvalidArgVal', 'InvalidIPv4Address'),
  'DEVICE-2-1-7': kept('DNS', `${MANUAL}${v6('DNSManual')}`, /FromDHCP>false.*DNSManual>.*IPv6Address>2001:db8::1</),
  'DEVICE-2-1-10': (camera) =>
    camera.refused(`tds:SetDNS ${MANUAL}${v6('DNSManual', '2001:db8')}`, 'InvalidArgVal', 'InvalidIPv6Address'),
  'DEVICE-2-1-21': (camera) =>
    camera.refused(
      'tds:SetNetworkInterfaces <InterfaceToken>eth0</InterfaceToken><NetworkInterface><IPv6><Manual><Address>2001:db8</Address></Manual></IPv6></NetworkInterface>',
      'InvalidArgVal',
      'InvalidIPv6Address',
    ),
  'DEVICE-2-1-29': (camera) =>
    camera.refused(
      'tds:SetNetworkDefaultGateway <IPv6Address>2001:db8</IPv6Address>',
      'InvalidArgVal',
      'InvalidGatewayAddress',
    ),
  'DEVICE-2-1-31': kept('NetworkDefaultGateway', '<IPv6Address>2001:db8::1</IPv6Address>', /IPv6Address>2001:db8::1</),
  'DEVICE-2-1-11': (camera) => camera.ok('tds:GetNTP', /FromDHCP/),
  'DEVICE-2-1-12': kept('NTP', `${MANUAL}${v4('NTPManual')}`, /FromDHCP>false.*NTPManual>.*>10.1.1.1</),
  'DEVICE-2-1-13': kept('NTP', `${MANUAL}${v6('NTPManual')}`, /NTPManual>.*IPv6Address>2001:db8::1</),
  'DEVICE-2-1-16': (camera) =>
    camera.refused(`tds:SetNTP ${MANUAL}${v6('NTPManual', '2001:db8')}`, 'InvalidArgVal', 'InvalidIPv6Address'),
  'DEVICE-2-1-14': kept('NTP', '<FromDHCP>true</FromDHCP>', /FromDHCP>true</),
  'DEVICE-2-1-15': (camera) =>
    camera.refused(`tds:SetNTP ${MANUAL}${v4('NTPManual', '10.1.1')}`, 'InvalidArgVal', 'InvalidIPv4Address'),
  'DEVICE-2-1-17': (camera) => camera.ok('tds:GetNetworkInterfaces', /HwAddress>02:/),
  ...each('DEVICE-2-1-18…19,34', NO_NETWORK_SETTING),
  'DEVICE-2-1-20': (camera) =>
    camera.refused(
      'tds:SetNetworkInterfaces <InterfaceToken>eth0</InterfaceToken><NetworkInterface><IPv4><Manual><Address>10.1</Address></Manual></IPv4></NetworkInterface>',
      'InvalidArgVal',
      'InvalidIPv4Address',
    ),
  'DEVICE-2-1-28': (camera) =>
    camera.refused(
      'tds:SetNetworkDefaultGateway <IPv4Address>10.1</IPv4Address>',
      'InvalidArgVal',
      'InvalidGatewayAddress',
    ),
  'DEVICE-2-1-30': kept('NetworkDefaultGateway', '<IPv4Address>10.1.1.1</IPv4Address>', />10.1.1.1</),
  'DEVICE-2-1-35': (camera) =>
    camera.refused(
      'tds:SetNetworkProtocols <NetworkProtocols><Name>HTTPS</Name><Enabled>true</Enabled><Port>443</Port></NetworkProtocols>',
      'InvalidArgVal',
      'ServiceNotSupported',
    ),
  'DEVICE-2-1-25': (camera) => camera.ok('tds:GetNetworkDefaultGateway', /NetworkGateway/),
  'DEVICE-2-1-33': (camera) => camera.ok('tds:GetNetworkProtocols', /HTTP.*true/),
  ...each('DEVICE-2-1-36 DEVICE-2-1-37', notApplicable('there is no dynamic DNS')),
  'DEVICE-3-1-1': (camera) => camera.ok('tds:GetSystemDateAndTime', /UTCDateTime/),
  'DEVICE-3-1-4': (camera) =>
    camera.refused(`tds:SetSystemDateAndTime ${moment('**')}`, 'InvalidArgVal', 'InvalidTimeZone'),
  'DEVICE-3-1-5': (camera) =>
    camera.refused(`tds:SetSystemDateAndTime ${moment('UTC0', 13)}`, 'InvalidArgVal', 'InvalidDateTime'),
  'DEVICE-3-1-6': factoryDefault('Hard'),
  'DEVICE-3-1-7': factoryDefault('Soft'),
  'DEVICE-3-1-8': (camera) => camera.ok('tds:SystemReboot', /Message/),
  'DEVICE-3-1-11': kept('SystemDateAndTime', moment('UTC0'), />Manual<.*Year>2031</),
  'DEVICE-3-1-12': kept(
    'SystemDateAndTime',
    '<DateTimeType>NTP</DateTimeType><DaylightSavings>false</DaylightSavings>',
    />NTP</,
  ),
  'DEVICE-3-1-9': (camera) => camera.ok('tds:GetDeviceInformation', /SerialNumber>KS-1/),
  ...each('DEVICE-3-1-10 DEVICE-3-1-13 DEVICE-3-1-14 DEVICE-3-1-15 DEVICE-3-1-16 DEVICE-3-1-17', NO_FEATURE),
  'DEVICE-4-1-1': (camera) => camera.ok('tds:GetUsers', /admin.*Administrator/),
  'DEVICE-4-1-3': clash,
  'DEVICE-4-1-4': deleteUsers,
  'DEVICE-4-1-5': (camera) =>
    camera.refused('tds:DeleteUsers <Username>none</Username>', 'InvalidArgVal', 'UsernameMissing'),
  'DEVICE-4-1-6': (camera) =>
    camera.refused('tds:DeleteUsers <Username>admin</Username>', 'OperationProhibited', 'FixedUser'),
  'DEVICE-4-1-7': setUser,
  'DEVICE-4-1-8': (camera) => camera.refused(`tds:SetUser ${user('none')}`, 'InvalidArgVal', 'UsernameMissing'),
  'DEVICE-4-1-9': createUsers,
  ...each('DEVICE-4-1-10 DEVICE-4-1-11', NO_FEATURE),
  ...each(
    'DEVICE-5-1-1 DEVICE-5-1-2 DEVICE-5-1-3 DEVICE-5-1-5 DEVICE-5-1-6 DEVICE-5-1-7 DEVICE-5-1-8 DEVICE-5-1-9 DEVICE-5-1-11 DEVICE-5-1-12',
    NO_RELAY,
  ),
  ...namespaceCases('DEVICE-6-1-', 1, 'tds', 'GetDeviceInformation'),
  ...each('DEVICE-7-1-1 DEVICE-7-1-2 DEVICE-7-1-3 DEVICE-7-1-4 DEVICE-8-1-1', NO_FEATURE),
  'DEVICE-9-1-3': tellsOfReboot,
  'DEVICE-9-1-1': tellsOfProcessor,
  'DEVICE-9-1-4': tellsOfRestart,
  'DEVICE-9-1-5': tellsOfClock,
  'DEVICE-9-1-6': tellsOfSetClock,
  'DEVICE-9-1-7': notApplicable('the clock is not set by NTP messages'),
  ...each('DEVICE-9-1-2 DEVICE-9-1-8 DEVICE-9-1-9', NO_TOPIC),
  ...each('DEVICE-9-1-10 DEVICE-9-1-11 DEVICE-9-1-12', failure('HardwareFailure')),
};
