/** Transport that the camera has accepted. */
interface AgreedTransport {
  readonly isTcp: boolean;
  /** Cameras may choose other channels than requested; undefined when absent. */
  readonly channels: readonly [rtp: number, rtcp: number] | undefined;
  readonly serverPorts: readonly [rtp: number, rtcp: number] | undefined;
}

/** RFC 2326 section 12.37 */
const SESSION_TIMEOUT_S = 60;
const SESSION_ID = /^[\x21-\x3a\x3c-\x7e]{1,256}$/;

/** Parses `Transport` of a response. Absent: as requested over TCP. */
export function readTransport(value = 'RTP/AVP/TCP'): AgreedTransport {
  const [first = ''] = value.split(',', 1);
  return {
    isTcp: /^\s*RTP\/S?AVPF?\/TCP/i.test(first) || /;\s*interleaved=/i.test(first),
    channels: parsePair(first, 'interleaved', 0, 255),
    serverPorts: parsePair(first, 'server_port', 1, 65_535),
  };
}

/** A single number stands for itself and the next one. */
function parsePair(text: string, name: string, least: number, most: number): readonly [number, number] | undefined {
  const [, one, other] = new RegExp(`;\\s*${name}=(\\d{1,5})(?:-(\\d{1,5}))?`, 'i').exec(text) ?? [];
  if (one === undefined) return undefined;
  const pair = [Number(one), other === undefined ? Number(one) + 1 : Number(other)] as const;
  return pair.every((number) => number >= least && number <= most) && pair[0] !== pair[1] ? pair : undefined;
}

/** Parses `Session` of a response: `12345678;timeout=60`. A camera without sessions sends none. */
export function readSessionHeader(value = ''): { readonly id: string | undefined; readonly timeoutS: number } {
  const [id = '', ...parameters] = value.split(';').map((part) => part.trim());
  const timeout = /^timeout\s*=\s*(\d{1,5})/i.exec(parameters.find((each) => /^timeout/i.test(each)) ?? '')?.[1];
  return {
    id: SESSION_ID.test(id) ? id : undefined,
    timeoutS: timeout === undefined ? SESSION_TIMEOUT_S : Number(timeout),
  };
}
