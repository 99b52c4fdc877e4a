import { type OnvifUser, PASSWORD_MIN, USER_LEVELS, USERS_MAX, type UserLevel } from '../auth/onvif-users.ts';
import { endpointReference } from '../device-identity.ts';
import { type DeviceSettings, deviceSettings, shownTimeMs } from '../device-settings.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { SERVICES, type ServiceName } from '../soap/namespaces.ts';
import { children, textAt, type XmlElement } from '../soap/read-xml.ts';
import { booleanValue } from '../soap/simple-values.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { ANALYTICS_CAPABILITIES } from './analytics.ts';
import { deviceIoCapabilities } from './device-io.ts';
import { DEVICE_SETTINGS } from './device-settings.ts';
import { EVENT_CAPABILITIES } from './events.ts';
import { IMAGING_CAPABILITIES } from './imaging.ts';
import { media2Capabilities, mediaCapabilities } from './media.ts';
import { type OnvifExchange, requiredText, type ServiceTable } from './operation.ts';
import { PTZ_CAPABILITIES } from './ptz.ts';
import { SCOPE_OPERATIONS } from './scopes.ts';

/** Address of a service. All are served at every path; these are for people who read them. */
const PATHS: Readonly<Record<ServiceName, string>> = {
  tds: 'device_service',
  trt: 'media_service',
  tr2: 'media2_service',
  timg: 'imaging_service',
  tptz: 'ptz_service',
  tev: 'event_service',
  tan: 'analytics_service',
  tmd: 'deviceio_service',
};

const xaddr = ({ baseUrl }: OnvifExchange, service: ServiceName) => `${baseUrl}/${PATHS[service]}`;

const deviceCapabilities = xml`<tds:Capabilities><tds:Network IPFilter="false" ZeroConfiguration="false" IPVersion6="true" DynDNS="false"/><tds:Security TLS1.0="false" TLS1.1="false" TLS1.2="false" OnboardKeyGeneration="false" AccessPolicyConfig="false" UsernameToken="true" HttpDigest="true" MaxUsers="${USERS_MAX}" MaxUserNameLength="64" MaxPasswordLength="64"/><tds:System DiscoveryResolve="true" DiscoveryBye="true" RemoteDiscovery="false" SystemBackup="false" SystemLogging="false" FirmwareUpgrade="false"/></tds:Capabilities>`;

const capabilitiesOf = async ({ station }: OnvifExchange): Promise<Readonly<Record<ServiceName, Markup>>> => ({
  tds: deviceCapabilities,
  trt: mediaCapabilities(station),
  tr2: media2Capabilities(station),
  timg: IMAGING_CAPABILITIES,
  tptz: PTZ_CAPABILITIES,
  tev: EVENT_CAPABILITIES,
  tan: ANALYTICS_CAPABILITIES,
  tmd: await deviceIoCapabilities(station),
});

/** Version of the specification that the messages follow. */
const version = (name: string): Markup => element(name, xml`<tt:Major>20</tt:Major><tt:Minor>12</tt:Minor>`);

async function services(exchange: OnvifExchange): Promise<Markup> {
  const withCapabilities = booleanValue(textAt(exchange.body, 'IncludeCapability')) === true;
  const all = await capabilitiesOf(exchange);
  const listed = (Object.keys(SERVICES) as ServiceName[]).filter(
    (service) => service !== 'tan' || exchange.station.metadata.hasObjects,
  );
  return xml`${listed.map((service) => {
    const capabilities = withCapabilities ? xml`<tds:Capabilities>${all[service]}</tds:Capabilities>` : xml``;
    return xml`<tds:Service><tds:Namespace>${SERVICES[service]}</tds:Namespace><tds:XAddr>${xaddr(exchange, service)}</tds:XAddr>${capabilities}${version('tds:Version')}</tds:Service>`;
  })}`;
}

/** The older list of services, all or those named. */
function capabilities(exchange: OnvifExchange): Markup {
  const categories = children(exchange.body, 'Category').map(({ text }) => text.toLowerCase());
  const written: Readonly<Record<string, Markup>> = {
    ...(exchange.station.metadata.hasObjects && {
      analytics: xml`<tt:Analytics><tt:XAddr>${xaddr(exchange, 'tan')}</tt:XAddr><tt:RuleSupport>false</tt:RuleSupport><tt:AnalyticsModuleSupport>true</tt:AnalyticsModuleSupport></tt:Analytics>`,
    }),
    device: xml`<tt:Device><tt:XAddr>${xaddr(exchange, 'tds')}</tt:XAddr><tt:Network><tt:IPFilter>false</tt:IPFilter><tt:ZeroConfiguration>false</tt:ZeroConfiguration><tt:IPVersion6>true</tt:IPVersion6><tt:DynDNS>false</tt:DynDNS></tt:Network><tt:System><tt:DiscoveryResolve>true</tt:DiscoveryResolve><tt:DiscoveryBye>true</tt:DiscoveryBye><tt:RemoteDiscovery>false</tt:RemoteDiscovery><tt:SystemBackup>false</tt:SystemBackup><tt:SystemLogging>false</tt:SystemLogging><tt:FirmwareUpgrade>false</tt:FirmwareUpgrade>${version('tt:SupportedVersions')}</tt:System></tt:Device>`,
    events: xml`<tt:Events><tt:XAddr>${xaddr(exchange, 'tev')}</tt:XAddr><tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport><tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport></tt:Events>`,
    imaging: xml`<tt:Imaging><tt:XAddr>${xaddr(exchange, 'timg')}</tt:XAddr></tt:Imaging>`,
    media: xml`<tt:Media><tt:XAddr>${xaddr(exchange, 'trt')}</tt:XAddr><tt:StreamingCapabilities><tt:RTPMulticast>${exchange.station.hasMulticast}</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities></tt:Media>`,
    ptz: xml`<tt:PTZ><tt:XAddr>${xaddr(exchange, 'tptz')}</tt:XAddr></tt:PTZ>`,
  };
  const isAll = categories.length === 0 || categories.includes('all');
  const unknown = categories.find((category) => category !== 'all' && written[category] === undefined);
  if (unknown !== undefined)
    throw new SoapFault(
      'Receiver',
      'ActionNotSupported/NoSuchService',
      `there is no service "${unknown.slice(0, 32)}"`,
    );
  const shown = Object.entries(written).filter(([name]) => isAll || categories.includes(name));
  return xml`<tds:Capabilities>${shown.map(([, markup]) => markup)}</tds:Capabilities>`;
}

/** Station time: events and pictures have it too. `NTP`, because a client sets the clock of a device that has none. @param timeMs since 1970 */
export function dateAndTime(timeMs: number, set?: DeviceSettings['clock']): Markup {
  const now = new Date(timeMs);
  const date = xml`<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
  const { hasSummerTime = false, isManual = false, zone = 'UTC0' } = set ?? {};
  const local = zone === 'UTC0' ? xml`<tt:LocalDateTime>${date}</tt:LocalDateTime>` : undefined;
  return xml`<tds:SystemDateAndTime><tt:DateTimeType>${isManual ? 'Manual' : 'NTP'}</tt:DateTimeType><tt:DaylightSavings>${hasSummerTime}</tt:DaylightSavings><tt:TimeZone><tt:TZ>${zone}</tt:TZ></tt:TimeZone><tt:UTCDateTime>${date}</tt:UTCDateTime>${local}</tds:SystemDateAndTime>`;
}

function changedUsers({ body, users }: OnvifExchange, isNew: boolean): Markup {
  const asked = children(body, 'User').map(readUser);
  const names = asked.map(({ name }) => name);
  const kept = users.list.filter(({ name }) => !names.includes(name));
  if (new Set(names).size < names.length) throw argumentFault('a user is named twice');
  if (isNew && kept.length < users.list.length)
    throw new SoapFault('Sender', 'OperationProhibited/UsernameClash', 'a user of this name exists');
  const list = asked.map(({ level, name, password }) => {
    const before = users.find(name);
    if (!isNew && before === undefined) throw argumentFault(`there is no user "${name}"`, 'UsernameMissing');
    const own = password ?? before?.password ?? '';
    if (own.length < PASSWORD_MIN || own.length > 64)
      throw new SoapFault(
        'Sender',
        'OperationProhibited/PasswordTooWeak',
        `a password must have ${PASSWORD_MIN} to 64 characters`,
      );
    return { name, level, password: own };
  });
  return keep(users, [...kept, ...list]);
}

interface AskedUser extends Omit<OnvifUser, 'password'> {
  readonly password: string | undefined;
}

function readUser(user: XmlElement): AskedUser {
  const name = requiredText(user, 'Username');
  const asked = requiredText(user, 'UserLevel').toLowerCase();
  const level = USER_LEVELS.find((one: UserLevel) => one.toLowerCase() === asked);
  if (level === undefined) throw argumentFault(`UserLevel must be one of ${USER_LEVELS.join(', ')}`);
  if (!/^[\w.@-]{1,64}$/.test(name))
    throw argumentFault('Username must have 1 to 64 letters, digits or . @ _ -', 'UsernameMissing');
  return { name, level, password: textAt(user, 'Password') };
}

function deletedUsers({ body, users }: OnvifExchange): Markup {
  const names = children(body, 'Username').map(({ text }) => text);
  const missing = names.find((name) => users.find(name) === undefined);
  if (missing !== undefined) throw argumentFault(`there is no user "${missing.slice(0, 64)}"`, 'UsernameMissing');
  return keep(
    users,
    users.list.filter(({ name }) => !names.includes(name)),
  );
}

/** The last administrator stays, or the camera could not be administered any more. */
function keep(users: OnvifExchange['users'], list: readonly OnvifUser[]): Markup {
  if (list.length > USERS_MAX)
    throw new SoapFault('Receiver', 'Action/TooManyUsers', `there may be ${USERS_MAX} users`);
  if (!list.some(({ level }) => level === 'Administrator'))
    throw new SoapFault('Sender', 'OperationProhibited/FixedUser', 'one user must be an Administrator');
  users.set(list);
  return xml``;
}

async function setDiscoveryMode({ body, discovery }: OnvifExchange): Promise<Markup> {
  const mode = requiredText(body, 'DiscoveryMode').toLowerCase();
  if (mode !== 'discoverable' && mode !== 'nondiscoverable')
    throw argumentFault('DiscoveryMode must be Discoverable or NonDiscoverable');
  await discovery.setDiscoverable(mode === 'discoverable');
  return xml``;
}

export const DEVICE_SERVICE: ServiceTable = {
  ...DEVICE_SETTINGS,
  ...SCOPE_OPERATIONS,
  GetServices: ['PRE_AUTH', services],
  GetServiceCapabilities: ['PRE_AUTH', () => deviceCapabilities],
  GetCapabilities: ['PRE_AUTH', capabilities],
  GetWsdlUrl: ['PRE_AUTH', () => xml`<tds:WsdlUrl>https://www.onvif.org/profiles/specifications/</tds:WsdlUrl>`],
  GetSystemDateAndTime: [
    'PRE_AUTH',
    ({ station }) => dateAndTime(shownTimeMs(station), deviceSettings(station.documents).clock),
  ],
  GetEndpointReference: ['PRE_AUTH', ({ station }) => xml`<tds:GUID>${endpointReference(station.identity)}</tds:GUID>`],
  GetDeviceInformation: [
    'User',
    ({ station: { identity } }) =>
      xml`<tds:Manufacturer>Kitestring</tds:Manufacturer><tds:Model>${identity.model}</tds:Model><tds:FirmwareVersion>${identity.softwareVersion}</tds:FirmwareVersion><tds:SerialNumber>${identity.serial}</tds:SerialNumber><tds:HardwareId>${identity.model}</tds:HardwareId>`,
  ],
  GetDiscoveryMode: [
    'User',
    ({ discovery }) =>
      xml`<tds:DiscoveryMode>${discovery.isDiscoverable ? 'Discoverable' : 'NonDiscoverable'}</tds:DiscoveryMode>`,
  ],
  SetDiscoveryMode: ['Administrator', setDiscoveryMode],
  GetUsers: [
    'Administrator',
    ({ users }) =>
      xml`${users.list.map(({ level, name }) => xml`<tds:User><tt:Username>${name}</tt:Username><tt:UserLevel>${level}</tt:UserLevel></tds:User>`)}`,
  ],
  CreateUsers: ['Administrator', (exchange) => changedUsers(exchange, true)],
  SetUser: ['Administrator', (exchange) => changedUsers(exchange, false)],
  DeleteUsers: ['Administrator', deletedUsers],
};
