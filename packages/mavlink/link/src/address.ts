/** Where a link gets its MAVLink from, and sends its own to. */
export type MavlinkAddress =
  | { readonly kind: 'udp' | 'udp-listen' | 'tcp' | 'tcp-listen'; readonly host: string; readonly port: number }
  | { readonly kind: 'serial'; readonly path: string; readonly baud: number };

/** The part of an address that cannot be used, and why. */
export type AddressFault =
  | { readonly part: 'scheme'; readonly given: string; readonly instead?: string }
  | { readonly part: 'host'; readonly given: string }
  | { readonly part: 'port'; readonly given: string; readonly minimum: number }
  | { readonly part: 'device'; readonly given: string }
  | { readonly part: 'baud'; readonly given: string }
  | { readonly part: 'rest'; readonly given: string }
  /** Not given again: it is a secret. */
  | { readonly part: 'key' };

export type ParsedAddress =
  | { readonly ok: true; readonly address: MavlinkAddress }
  | { readonly ok: false; readonly fault: AddressFault };

/** Rate of the usual telemetry radios. */
const BAUD_DEFAULT = 57_600;
const BAUD = { least: 1200, most: 4_000_000 };
const PORT_MAX = 65_535;

/** Nothing can be sent there, so an address with it can only be meant for listening. */
const ANY_HOST: readonly string[] = ['', '0.0.0.0', '::'];

/** How other programs write it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  udpin: 'udp-listen',
  udps: 'udp-listen',
  udpout: 'udp',
  udpc: 'udp',
  udpbcast: 'udp',
  tcpin: 'tcp-listen',
  tcps: 'tcp-listen',
  tcpout: 'tcp',
  tcpc: 'tcp',
};

const NETWORK_KINDS = ['udp', 'udp-listen', 'tcp', 'tcp-listen'] as const;
type NetworkKind = (typeof NETWORK_KINDS)[number];

/**
 * Reads the address of a link. One rule holds for both sides, ours as a ground station and ours as an aircraft: `udp://` listens where its
 * host is a wildcard or left out (`udp://0.0.0.0:14550`), and sends to any other host; `udp-listen://` listens at that interface only.
 * TCP listens by `tcp-listen://`. A leading `mavlink:` is ignored.
 */
export function parseAddress(text: string): ParsedAddress {
  const plain = text.trim().replace(/^mavlink:(?!\/\/)/, '');
  if (/[?&](signing|key|passphrase)=/i.test(plain)) return wrong({ part: 'key' });
  const [, scheme = '', rest] = /^([a-z][a-z-]*):\/\/(.*)$/is.exec(plain) ?? [];
  const kind = scheme.toLowerCase();
  if (rest === undefined) return wrong({ part: 'scheme', given: plain, ...suggestion(plain) });
  if (kind === 'serial') return serialAddress(rest);
  if (isNetworkKind(kind)) return networkAddress(kind, rest);
  const known = ELSEWHERE[kind];
  return wrong({ part: 'scheme', given: scheme, ...(known !== undefined && { instead: `${known}://${rest}` }) });
}

const wrong = (fault: AddressFault): ParsedAddress => ({ ok: false, fault });

const isNetworkKind = (kind: string): kind is NetworkKind => (NETWORK_KINDS as readonly string[]).includes(kind);

/** `udpin:0.0.0.0:14550` of MAVProxy, a bare device, a bare host and port. */
function suggestion(text: string): { readonly instead?: string } {
  const [, scheme = '', rest = ''] = /^([a-z-]+):(?!\/\/)(.+)$/i.exec(text) ?? [];
  const kind = ELSEWHERE[scheme] ?? (isNetworkKind(scheme) ? scheme : undefined);
  if (kind !== undefined) return { instead: `${kind}://${rest}` };
  const [device, baud] = text.split(',');
  if (/^(\/dev\/|COM\d)/i.test(text)) return { instead: `serial://${device}?baud=${baud ?? BAUD_DEFAULT}` };
  return /^[^/]*:\d+$/.test(text) ? { instead: `udp://${text}` } : {};
}

function networkAddress(kind: NetworkKind, rest: string): ParsedAddress {
  const match = /^(?:\[([^\]]*)\]|([^:/?#[\]]*))(?::([^/?#]*))?\/?(.*)$/s.exec(rest);
  const [, six, name = '', portText = '', tail = ''] = match ?? [];
  if (rest.startsWith('[') && six === undefined) return wrong({ part: 'host', given: rest });
  const host = six ?? name;
  if (tail !== '') return wrong({ part: 'rest', given: tail });
  const isHost = six === undefined ? /^[\w.-]*$/.test(host) : /^[\da-f:.]+(%\w+)?$/i.test(host);
  const listens = kind.endsWith('-listen') || (kind === 'udp' && ANY_HOST.includes(host));
  if (!isHost || (!listens && ANY_HOST.includes(host))) return wrong({ part: 'host', given: host });
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  // A listening port of 0 is one that the system chooses.
  const minimum = listens ? 0 : 1;
  if (!(port >= minimum && port <= PORT_MAX)) return wrong({ part: 'port', given: portText, minimum });
  const meant = kind === 'udp' && listens ? 'udp-listen' : kind;
  return { ok: true, address: { kind: meant, host: host === '' ? '0.0.0.0' : host, port } };
}

function serialAddress(rest: string): ParsedAddress {
  const [device = '', query = '', ...more] = rest.split('?');
  // `serial:///COM3` and `serial://COM3` are the same; a path of Unix keeps its first slash.
  const path = device.replace(/^\/(?=COM\d+$)/i, '');
  if (!/^(\/\S+|COM\d+)$/i.test(path)) return wrong({ part: 'device', given: path });
  const [, baudText] = /^baud=(.*)$/.exec(query) ?? [];
  if (more.length > 0 || (query !== '' && baudText === undefined)) {
    return wrong({ part: 'rest', given: [query, ...more].join('?') });
  }
  const baud = baudText === undefined ? BAUD_DEFAULT : /^\d{1,7}$/.test(baudText) ? Number(baudText) : Number.NaN;
  if (!(baud >= BAUD.least && baud <= BAUD.most)) return wrong({ part: 'baud', given: baudText ?? '' });
  return { ok: true, address: { kind: 'serial', path, baud } };
}

/** The address as it can be given again. */
export function addressText(address: MavlinkAddress): string {
  if (address.kind === 'serial') return `serial://${address.path}?baud=${address.baud}`;
  const { host, kind, port } = address;
  const given = kind === 'udp-listen' && ANY_HOST.includes(host) ? 'udp' : kind;
  return `${given}://${hostAndPort(host, port)}`;
}

/** Advice for a silent link; empty where the address waits for others already. */
export const silenceHint = (address: MavlinkAddress): string =>
  address.kind === 'udp' ? `; it sends there only, udp://0.0.0.0:${address.port} waits for an autopilot` : '';

/** An IPv6 address has brackets. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** One line: the part, what was given, and what to try. */
export function addressFaultText(fault: AddressFault): string {
  if (fault.part === 'key') {
    return 'key: an address is logged, a key must not be; set mavlink.signing_passphrase in the settings file, or KITESTRING_MAVLINK_SIGNING_PASSPHRASE';
  }
  const got = `got "${fault.given}"`;
  switch (fault.part) {
    case 'scheme':
      return fault.instead === undefined
        ? `scheme: ${got}; try udp://0.0.0.0:14550, udp-listen://, tcp://, tcp-listen:// or serial:///dev/ttyACM0?baud=57600`
        : `scheme: ${got}; try ${fault.instead}`;
    case 'host':
      return `host: ${got}; try a name or an address such as 127.0.0.1 or [::1]`;
    case 'port':
      return `port: ${got}; try a number from ${fault.minimum} to ${PORT_MAX}, often 14550 (UDP) or 5760 (TCP)`;
    case 'device':
      return `device: ${got}; try its whole path, as in serial:///dev/ttyACM0?baud=57600, or serial://COM3`;
    case 'baud':
      return `baud: ${got}; try the rate of the other side, ${BAUD.least} to ${BAUD.most}, often 57600, 115200 or 921600`;
    case 'rest':
      return `end: ${got} has no meaning there; a network address ends with its port, a serial one with ?baud=`;
  }
}
