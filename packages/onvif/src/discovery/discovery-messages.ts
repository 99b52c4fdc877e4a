import { type Markup, xml } from '../soap/markup.ts';
import { SOAP } from '../soap/namespaces.ts';
import { childOf, readXml, textAt, type XmlElement } from '../soap/read-xml.ts';

/** WS-Discovery of April 2005 with WS-Addressing of August 2004: ONVIF Core names these, not the later ones of OASIS. */
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';
const ADDRESSING = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const ANONYMOUS = `${ADDRESSING}/role/anonymous`;
const EVERYONE = 'urn:schemas-xmlsoap-org:ws:2005:04:discovery';

/** Types of the device. Recorders look for the first, newer ones for the second. */
const TYPES = ['NetworkVideoTransmitter', 'Device'];
/** Known rules by which a scope is compared. */
const RULES = new Set(['', `${DISCOVERY}/rfc3986`, `${DISCOVERY}/strcmp0`]);

/** The device as it is announced. */
export interface DiscoveredDevice {
  /** `urn:uuid:...`; it never changes. */
  readonly endpoint: string;
  readonly scopes: readonly string[];
  /** Addresses of the device service. */
  readonly addresses: readonly string[];
}

type DiscoveryRequest = { readonly kind: 'Probe' | 'Resolve'; readonly messageId: string; readonly body: XmlElement };

/** A question; undefined for every other message. @throws SoapFault for what is no XML within its limits */
export function readRequest(bytes: Uint8Array): DiscoveryRequest | undefined {
  const envelope = readXml(bytes);
  const messageId = textAt(childOf(envelope, 'Header'), 'MessageID');
  const [body] = childOf(envelope, 'Body')?.children ?? [];
  if (envelope.name !== 'Envelope' || body?.namespace !== DISCOVERY || messageId === undefined) return undefined;
  const kind = (['Probe', 'Resolve'] as const).find((one) => one === body.name);
  return kind && messageId.length <= 256 ? { kind, messageId, body } : undefined;
}

/** Whether the question is about this device. */
export function isAbout({ body, kind }: DiscoveryRequest, { endpoint, scopes }: DiscoveredDevice): boolean {
  if (kind === 'Resolve') return textAt(body, 'EndpointReference', 'Address') === endpoint;
  const types = words(textAt(body, 'Types')).map((type) => type.replace(/^.*:/, ''));
  const wanted = childOf(body, 'Scopes');
  if (!RULES.has(wanted?.attributes.get('MatchBy') ?? '')) return false;
  return (
    types.every((type) => TYPES.includes(type)) &&
    words(wanted?.text).every((one) => scopes.some((scope) => isBelow(scope, one)))
  );
}

const words = (text: string | undefined): readonly string[] => text?.split(/\s+/).filter((word) => word !== '') ?? [];

/** A scope matches every one that begins with the same whole segments. */
const isBelow = (scope: string, wanted: string): boolean =>
  scope === wanted || scope.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`);

/** Position of a message among those of this start. */
interface AppSequence {
  readonly instanceId: number;
  readonly messageNumber: number;
  /** `urn:uuid:...` */
  readonly messageId: string;
}

type Sent = 'Hello' | 'Bye' | 'ProbeMatches' | 'ResolveMatches';

/** A message as one datagram. @param relatesTo id of the question; absent in what is sent to all */
export function discoveryMessage(
  kind: Sent,
  device: DiscoveredDevice,
  { instanceId, messageId, messageNumber }: AppSequence,
  relatesTo?: string,
): string {
  const to = relatesTo === undefined ? EVERYONE : ANONYMOUS;
  const related = relatesTo === undefined ? xml`` : xml`<a:RelatesTo>${relatesTo}</a:RelatesTo>`;
  const head = xml`<a:MessageID>${messageId}</a:MessageID>${related}<a:To>${to}</a:To><a:Action>${DISCOVERY}/${kind}</a:Action><d:AppSequence InstanceId="${instanceId}" MessageNumber="${messageNumber}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="${SOAP['1.2']}" xmlns:a="${ADDRESSING}" xmlns:d="${DISCOVERY}" xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><s:Header>${head.text}</s:Header><s:Body>${bodyOf(kind, device).text}</s:Body></s:Envelope>`;
}

function bodyOf(kind: Sent, { addresses, endpoint, scopes }: DiscoveredDevice): Markup {
  const reference = xml`<a:EndpointReference><a:Address>${endpoint}</a:Address></a:EndpointReference>`;
  if (kind === 'Bye') return xml`<d:Bye>${reference}</d:Bye>`;
  const device = xml`${reference}<d:Types>dn:NetworkVideoTransmitter tds:Device</d:Types><d:Scopes>${scopes.join(' ')}</d:Scopes><d:XAddrs>${addresses.join(' ')}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion>`;
  if (kind === 'Hello') return xml`<d:Hello>${device}</d:Hello>`;
  return kind === 'ProbeMatches'
    ? xml`<d:ProbeMatches><d:ProbeMatch>${device}</d:ProbeMatch></d:ProbeMatches>`
    : xml`<d:ResolveMatches><d:ResolveMatch>${device}</d:ResolveMatch></d:ResolveMatches>`;
}
