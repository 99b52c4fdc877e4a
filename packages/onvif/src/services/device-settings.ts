import { isIP, isIPv4 } from 'node:net';
import { macAddress } from '../device-identity.ts';
import {
  type DeviceSettings,
  deviceSettings,
  keepDeviceSettings,
  type NetworkHost,
  resetDevice,
} from '../device-settings.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { childOf, children, textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { type OnvifExchange, requiredText, type ServiceTable } from './operation.ts';

const LIST_MAX = 8;
const HOST_MAX = 253;
const HOST =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const INTERFACE = 'eth0';
const MTU = { least: 576, most: 9000, default: 1500 };
const PREFIX_LENGTH = 24;
/** Times of XML have four digits. */
const YEAR_MAX = 9998;
const ZONE = /^[A-Za-z0-9<>+,./:-]{1,64}$/;
const PROTOCOLS = ['HTTP', 'RTSP'];

const prohibited = (reason: string, subcode = 'OperationProhibited') => new SoapFault('Sender', subcode, reason);
const settings = ({ station }: OnvifExchange): DeviceSettings => deviceSettings(station.documents);

/** With a real aircraft the network and the clock are those of a working machine. */
function keep({ station }: OnvifExchange, changes: DeviceSettings): Markup {
  if (!station.identity.isSimulated)
    throw prohibited('settings of the network and the clock belong to the machine: only a simulated camera takes them');
  keepDeviceSettings(station.documents, changes);
  return xml``;
}

/** @throws SoapFault */
function flagAt(element: XmlElement | undefined, ...path: readonly string[]): boolean | undefined {
  const text = textAt(element, ...path)?.toLowerCase();
  if (text === undefined) return undefined;
  if (!['true', 'false', '1', '0'].includes(text)) throw argumentFault(`${path.join('/')} must be true or false`);
  return text === 'true' || text === '1';
}

function requiredFlag(body: XmlElement, name: string): boolean {
  return flagAt(body, name) ?? requiredText(body, name) === '';
}

function bounded<T>(list: readonly T[], name: string): readonly T[] {
  if (list.length > LIST_MAX) throw argumentFault(`${name} must have at most ${LIST_MAX} entries, got ${list.length}`);
  return list;
}

function whole(text: string | undefined, name: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw argumentFault(`${name} must be a whole number from ${least} to ${most}, got "${text.slice(0, 16)}"`);
}

/** @throws SoapFault */
function hostOf(host: XmlElement): NetworkHost {
  const [v4, v6, name] = ['IPv4Address', 'IPv6Address', 'DNSname'].map((field) => textAt(host, field));
  if (v4 !== undefined) return { type: 'IPv4', address: ipAddress(v4, 4) };
  if (v6 !== undefined) return { type: 'IPv6', address: ipAddress(v6, 6) };
  if (name === undefined) throw argumentFault('an address has IPv4Address, IPv6Address or DNSname');
  if (!HOST.test(name)) throw argumentFault(`"${name.slice(0, 64)}" is no name of a host`, 'InvalidDnsName');
  return { type: 'DNS', address: name };
}

function ipAddress(text: string, version: 4 | 6, subcode = `InvalidIPv${version}Address`): string {
  if (isIP(text) === version) return text;
  throw argumentFault(`"${text.slice(0, 64)}" is no address of IPv${version}`, subcode);
}

const hostMarkup = (name: string, { address, type }: NetworkHost): Markup =>
  element(
    name,
    xml`<tt:Type>${type}</tt:Type>${element(`tt:${type === 'DNS' ? 'DNSname' : `${type}Address`}`, xml`${address}`)}`,
  );

const ownName = (name: string) => name.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'kitestring';

function hostname(exchange: OnvifExchange): Markup {
  const { hostname: kept, isHostnameFromDhcp = false } = settings(exchange);
  return xml`<tds:HostnameInformation><tt:FromDHCP>${isHostnameFromDhcp}</tt:FromDHCP><tt:Name>${kept ?? ownName(exchange.station.identity.name)}</tt:Name></tds:HostnameInformation>`;
}

function setHostname(exchange: OnvifExchange): Markup {
  const name = textAt(exchange.body, 'Name') ?? '';
  if (!HOST.test(name))
    throw argumentFault(`Name must be letters, digits, - and dots, at most ${HOST_MAX}`, 'InvalidHostname');
  return keep(exchange, { hostname: name, isHostnameFromDhcp: false });
}

function setHostnameFromDhcp(exchange: OnvifExchange): Markup {
  keep(exchange, { isHostnameFromDhcp: requiredFlag(exchange.body, 'FromDHCP') });
  return xml`<tds:RebootNeeded>false</tds:RebootNeeded>`;
}

function dns(exchange: OnvifExchange): Markup {
  const { domains = [], hosts = [], isFromDhcp = false } = settings(exchange).dns ?? {};
  const manual = isFromDhcp ? [] : hosts.map((host) => hostMarkup('tt:DNSManual', host));
  return xml`<tds:DNSInformation><tt:FromDHCP>${isFromDhcp}</tt:FromDHCP>${domains.map((domain) => xml`<tt:SearchDomain>${domain}</tt:SearchDomain>`)}${manual}</tds:DNSInformation>`;
}

function setDns(exchange: OnvifExchange): Markup {
  const { body } = exchange;
  const domains = bounded(children(body, 'SearchDomain'), 'SearchDomain').map(({ text }) => text);
  const wrong = domains.find((domain) => !HOST.test(domain));
  if (wrong !== undefined) throw argumentFault(`SearchDomain "${wrong.slice(0, 64)}" is no domain`, 'InvalidDnsName');
  const hosts = bounded(children(body, 'DNSManual'), 'DNSManual').map(hostOf);
  return keep(exchange, { dns: { isFromDhcp: requiredFlag(body, 'FromDHCP'), domains, hosts } });
}

function ntp(exchange: OnvifExchange): Markup {
  const { hosts = [], isFromDhcp = false } = settings(exchange).ntp ?? {};
  const manual = isFromDhcp ? [] : hosts.map((host) => hostMarkup('tt:NTPManual', host));
  return xml`<tds:NTPInformation><tt:FromDHCP>${isFromDhcp}</tt:FromDHCP>${manual}</tds:NTPInformation>`;
}

function setNtp(exchange: OnvifExchange): Markup {
  const { body } = exchange;
  const hosts = bounded(children(body, 'NTPManual'), 'NTPManual').map(hostOf);
  return keep(exchange, { ntp: { isFromDhcp: requiredFlag(body, 'FromDHCP'), hosts } });
}

function networkInterfaces(exchange: OnvifExchange): Markup {
  const { localAddress, station } = exchange;
  const reached = isIPv4(localAddress) ? localAddress : '127.0.0.1';
  const {
    address = reached,
    address6,
    isDhcp = false,
    isEnabled = true,
    mtu = MTU.default,
    prefixLength = PREFIX_LENGTH,
  } = settings(exchange).network ?? {};
  const prefixed = element(
    isDhcp ? 'tt:FromDHCP' : 'tt:Manual',
    xml`<tt:Address>${isDhcp ? reached : address}</tt:Address><tt:PrefixLength>${prefixLength}</tt:PrefixLength>`,
  );
  const version4 = xml`<tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config>${prefixed}<tt:DHCP>${isDhcp}</tt:DHCP></tt:Config></tt:IPv4>`;
  const shown6 = address6 ?? localAddress.replace(/%.*$/, '');
  const version6 = xml`<tt:IPv6><tt:Enabled>true</tt:Enabled><tt:Config><tt:DHCP>Off</tt:DHCP><tt:Manual><tt:Address>${shown6}</tt:Address><tt:PrefixLength>64</tt:PrefixLength></tt:Manual></tt:Config></tt:IPv6>`;
  return xml`<tds:NetworkInterfaces token="${INTERFACE}"><tt:Enabled>${isEnabled}</tt:Enabled><tt:Info><tt:Name>${INTERFACE}</tt:Name><tt:HwAddress>${macAddress(station.identity)}</tt:HwAddress><tt:MTU>${mtu}</tt:MTU></tt:Info>${isIPv4(localAddress) || address !== reached ? version4 : undefined}${isIPv4(localAddress) && address6 === undefined ? undefined : version6}</tds:NetworkInterfaces>`;
}

function setNetworkInterfaces(exchange: OnvifExchange): Markup {
  const { body } = exchange;
  const token = requiredText(body, 'InterfaceToken');
  if (token !== INTERFACE)
    throw argumentFault(`there is no interface "${token.slice(0, 64)}"`, 'InvalidNetworkInterface');
  const wanted = childOf(body, 'NetworkInterface');
  const before = settings(exchange).network;
  const v4 = childOf(wanted, 'IPv4');
  const address = textAt(v4, 'Manual', 'Address');
  const address6 = textAt(wanted, 'IPv6', 'Manual', 'Address');
  keep(exchange, {
    network: {
      isEnabled: flagAt(wanted, 'Enabled') ?? before?.isEnabled ?? true,
      mtu: whole(textAt(wanted, 'MTU'), 'MTU', MTU.least, MTU.most) ?? before?.mtu ?? MTU.default,
      isDhcp: flagAt(v4, 'DHCP') ?? before?.isDhcp ?? false,
      address: address === undefined ? before?.address : ipAddress(address, 4),
      address6: address6 === undefined ? before?.address6 : ipAddress(address6, 6),
      prefixLength:
        whole(textAt(v4, 'Manual', 'PrefixLength'), 'PrefixLength', 0, 32) ?? before?.prefixLength ?? PREFIX_LENGTH,
    },
  });
  return xml`<tds:RebootNeeded>false</tds:RebootNeeded>`;
}

async function networkProtocols(exchange: OnvifExchange): Promise<Markup> {
  const [first] = await exchange.station.streams();
  const rtsp = first?.rtsp_url === undefined ? undefined : Number(new URL(first.rtsp_url).port || 554);
  const own: Readonly<Record<string, number | undefined>> = {
    HTTP: Number(new URL(exchange.baseUrl).port || 80),
    RTSP: rtsp,
  };
  return xml`${PROTOCOLS.map((name) => {
    const { isEnabled = true, port = own[name] } = settings(exchange).protocols?.[name] ?? {};
    if (port === undefined) return xml``;
    return xml`<tds:NetworkProtocols><tt:Name>${name}</tt:Name><tt:Enabled>${isEnabled}</tt:Enabled><tt:Port>${port}</tt:Port></tds:NetworkProtocols>`;
  })}`;
}

function setNetworkProtocols(exchange: OnvifExchange): Markup {
  const asked = bounded(children(exchange.body, 'NetworkProtocols'), 'NetworkProtocols').map((protocol) => {
    const name = requiredText(protocol, 'Name').toUpperCase();
    if (!PROTOCOLS.includes(name))
      throw argumentFault(`the protocol "${name.slice(0, 16)}" is not served`, 'ServiceNotSupported');
    const port = whole(requiredText(protocol, 'Port'), 'Port', 1, 65_535) ?? 0;
    return [name, { isEnabled: requiredFlag(protocol, 'Enabled'), port }] as const;
  });
  return keep(exchange, { protocols: { ...settings(exchange).protocols, ...Object.fromEntries(asked) } });
}

const gateway = (exchange: OnvifExchange): Markup =>
  xml`<tds:NetworkGateway>${(settings(exchange).gateways ?? []).map((one) => element(`tt:IPv${isIP(one)}Address`, xml`${one}`))}</tds:NetworkGateway>`;

function setGateway(exchange: OnvifExchange): Markup {
  const given = ([4, 6] as const).flatMap((version) =>
    children(exchange.body, `IPv${version}Address`).map(({ text }) =>
      ipAddress(text, version, 'InvalidGatewayAddress'),
    ),
  );
  return keep(exchange, { gateways: bounded(given, 'NetworkGateway') });
}

/** The moment in a request, milliseconds since 1970. @throws SoapFault */
function momentMs(time: XmlElement): number {
  const part = (...path: readonly string[]) => Number(textAt(time, ...path) ?? Number.NaN);
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => part('Date', name));
  const [hour, minute, second] = ['Hour', 'Minute', 'Second'].map((name) => part('Time', name));
  const ms = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
  const read = new Date(ms);
  const isSame =
    ms >= 0 &&
    read.getUTCFullYear() === year &&
    year <= YEAR_MAX &&
    read.getUTCMonth() + 1 === month &&
    read.getUTCDate() === day &&
    read.getUTCHours() === hour;
  if (isSame && read.getUTCMinutes() === minute && read.getUTCSeconds() === second) return ms;
  throw argumentFault('UTCDateTime is no date and time', 'InvalidDateTime');
}

/** Shifts what ONVIF shows: pictures, events and the station keep their time. */
function setDateAndTime(exchange: OnvifExchange): Markup {
  const { body, station } = exchange;
  const type = requiredText(body, 'DateTimeType').toLowerCase();
  if (type !== 'manual' && type !== 'ntp') throw argumentFault('DateTimeType must be Manual or NTP');
  const zone = textAt(body, 'TimeZone', 'TZ') ?? settings(exchange).clock?.zone ?? 'UTC0';
  if (!ZONE.test(zone) || !/[A-Za-z]/.test(zone)) throw argumentFault('TZ is no time zone of POSIX', 'InvalidTimeZone');
  const hasSummerTime = requiredFlag(body, 'DaylightSavings');
  const time = childOf(body, 'UTCDateTime');
  const isManual = type === 'manual';
  if (isManual && time === undefined) throw argumentFault('UTCDateTime is missing', 'InvalidDateTime');
  const setAtMs = station.clock.nowUs() / 1000;
  const aheadMs = isManual && time !== undefined ? momentMs(time) - setAtMs : 0;
  const answer = keep(exchange, { clock: { isManual, hasSummerTime, zone, aheadMs, setAtMs } });
  exchange.events.lookAgain();
  return answer;
}

/** Everything of ONVIF but the identity, and the user who asks for it. */
function factoryDefault(exchange: OnvifExchange): Markup {
  const { body, events, metadata, multicast, station, user, users } = exchange;
  const kind = requiredText(body, 'FactoryDefault').toLowerCase();
  if (kind !== 'hard' && kind !== 'soft') throw argumentFault('FactoryDefault must be Hard or Soft');
  resetDevice(station.documents, kind === 'hard');
  metadata.synchronizeAll();
  multicast.tell();
  if (kind === 'hard') users.set(users.list.filter(({ name }) => name === user));
  events.close();
  return xml``;
}

/** The camera leaves and comes again; the station and its flight go on. */
async function reboot({ discovery, events, station }: OnvifExchange): Promise<Markup> {
  if (!station.identity.isSimulated || !station.isOnGround())
    throw prohibited('a camera is restarted only on the ground, and only a simulated one');
  events.restart();
  await discovery.announceAgain();
  return xml`<tds:Message>The camera starts again.</tds:Message>`;
}

export const DEVICE_SETTINGS: ServiceTable = {
  GetHostname: ['PRE_AUTH', hostname],
  SetHostname: ['Administrator', setHostname],
  SetHostnameFromDHCP: ['Administrator', setHostnameFromDhcp],
  GetDNS: ['User', dns],
  SetDNS: ['Administrator', setDns],
  GetNTP: ['User', ntp],
  SetNTP: ['Administrator', setNtp],
  GetNetworkInterfaces: ['User', networkInterfaces],
  SetNetworkInterfaces: ['Administrator', setNetworkInterfaces],
  GetNetworkProtocols: ['User', networkProtocols],
  SetNetworkProtocols: ['Administrator', setNetworkProtocols],
  GetNetworkDefaultGateway: ['User', gateway],
  SetNetworkDefaultGateway: ['Administrator', setGateway],
  SetSystemDateAndTime: ['Administrator', setDateAndTime],
  SetSystemFactoryDefault: ['Administrator', factoryDefault],
  SystemReboot: ['Administrator', reboot],
};
