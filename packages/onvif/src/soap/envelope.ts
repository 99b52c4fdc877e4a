import { element, type Markup, xml } from './markup.ts';
import { NAMESPACES, SOAP, type SoapVersion } from './namespaces.ts';
import { childOf, readXml, textAt, type XmlElement } from './read-xml.ts';
import { SoapFault, wellFormedFault } from './soap-fault.ts';

export interface SoapRequest {
  readonly version: SoapVersion;
  readonly header: XmlElement | undefined;
  /** The request: first child of the body. */
  readonly body: XmlElement;
  /** Id of the message by WS-Addressing. */
  readonly messageId: string | undefined;
  /** Its action by WS-Addressing. */
  readonly action: string | undefined;
  /** Addressee by WS-Addressing. */
  readonly to: string | undefined;
}

/** Headers that are understood, in any namespace as everywhere. */
const UNDERSTOOD = ['Security', 'Action', 'MessageID', 'To', 'ReplyTo', 'FaultTo', 'From', 'RelatesTo'];
/** Roles of a header that is for this device; without one it is, too. */
const OWN_ROLES = [
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
  'http://schemas.xmlsoap.org/soap/actor/next',
];
/** The sender of the request, by the connection on which it came: of WS-Addressing and its draft. */
const ANONYMOUS = [`${NAMESPACES.wsa}/anonymous`, 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous'];

/**
 * Refuses what the headers demand and the device cannot do: to understand others, and to answer elsewhere, by which it could be made to send to
 * any address. To be called when the message is known. @throws SoapFault
 */
export function checkHeaders({ header }: Pick<SoapRequest, 'header'>): void {
  for (const { attributes, name } of header?.children ?? []) {
    const isDemanded = /^(1|true)$/.test(attributes.get('mustUnderstand') ?? '');
    const role = attributes.get('role') ?? attributes.get('actor') ?? '';
    const isOurs = role === '' || OWN_ROLES.includes(role);
    if (isDemanded && isOurs && !UNDERSTOOD.includes(name))
      throw new SoapFault('MustUnderstand', '', `the header ${name.slice(0, 64)} is not understood`);
  }
  for (const name of ['ReplyTo', 'FaultTo']) {
    const address = textAt(header, name, 'Address') ?? '';
    if (address === '' || ANONYMOUS.includes(address)) continue;
    const subcodes = 'wsa:InvalidAddressingHeader/wsa:OnlyAnonymousAddressSupported';
    throw new SoapFault('Sender', subcodes, `${name} must be anonymous: answers come by the connection of the request`);
  }
}

/** Reads a message of SOAP 1.1 or 1.2. @throws SoapFault */
export function readEnvelope(bytes: Uint8Array): SoapRequest {
  const envelope = readXml(bytes);
  const version = (['1.2', '1.1'] as const).find((one) => SOAP[one] === envelope.namespace);
  if (envelope.name !== 'Envelope' || version === undefined) throw wellFormedFault('the message is no SOAP envelope');
  const header = childOf(envelope, 'Header');
  const [body] = childOf(envelope, 'Body')?.children ?? [];
  if (body === undefined) throw wellFormedFault('the body of the message is empty');
  const at = (name: string) => textAt(header, name);
  return { version, header, body, messageId: at('MessageID'), action: at('Action'), to: at('To') };
}

/** Action of every fault. */
export const FAULT_ACTION = `${NAMESPACES.wsa}/soap/fault`;

/** Action of the answer, as the WSDLs of ONVIF name it: only to a client that speaks WS-Addressing. */
export const answerAction = (action: string): string => `${action.replace(/Request$/, '')}Response`;

const DECLARATIONS = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

const START = (version: SoapVersion) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="${SOAP[version]}"${DECLARATIONS}>`;
const STARTS: Readonly<Record<SoapVersion, string>> = { '1.1': START('1.1'), '1.2': START('1.2') };

interface AnswerHeader {
  readonly version: SoapVersion;
  /** Id of the request, repeated in the answer. */
  readonly messageId?: string | undefined;
  readonly action?: string | undefined;
}

/** A message with this content of its body. */
export function envelope({ action, messageId, version }: AnswerHeader, body: Markup): string {
  const lines = [
    ...(action === undefined ? [] : [xml`<wsa:Action>${action}</wsa:Action>`]),
    ...(messageId === undefined ? [] : [xml`<wsa:RelatesTo>${messageId}</wsa:RelatesTo>`]),
  ];
  const header = lines.length === 0 ? xml`` : xml`<s:Header>${lines}</s:Header>`;
  return `${STARTS[version]}${header.text}<s:Body>${body.text}</s:Body></s:Envelope>`;
}

const CODES_OF_1_1 = { Sender: 'Client', Receiver: 'Server', MustUnderstand: 'MustUnderstand' } as const;

/** HTTP status of a fault: SOAP 1.1 knows none but 500 for a wrong request, and its clients read no fault with another one. */
export const faultStatus = ({ status }: SoapFault, version: SoapVersion): number =>
  version === '1.1' && status === 400 ? 500 : status;

/** The body of a fault. */
export function faultMarkup({ detail, message, side, subcodes }: SoapFault, version: SoapVersion): Markup {
  if (version === '1.1') {
    const code = CODES_OF_1_1[side];
    return xml`<s:Fault><faultcode>s:${code}</faultcode><faultstring>${message}</faultstring><detail>${subcodes.join('/')}</detail></s:Fault>`;
  }
  const subcode = subcodes.reduceRight(
    (inner, one) => xml`<s:Subcode><s:Value>${one.includes(':') ? one : `ter:${one}`}</s:Value>${inner}</s:Subcode>`,
    xml``,
  );
  const said =
    detail && element(`wsnt:${detail}`, xml`<wsrf-bf:Timestamp>${new Date().toISOString()}</wsrf-bf:Timestamp>`);
  return xml`<s:Fault><s:Code><s:Value>s:${side}</s:Value>${subcode}</s:Code><s:Reason><s:Text xml:lang="en">${message}</s:Text></s:Reason>${said && xml`<s:Detail>${said}</s:Detail>`}</s:Fault>`;
}
