/** Reads what is needed of the offer of a browser (SDP, RFC 8866), before a library gets it. */

/** A way to receive H.264 that the browser has named. */
export interface OfferedH264 {
  readonly payloadType: number;
  /** All of `fmtp`, which the answer repeats. */
  readonly parameters: string;
  /** Profile of H.264: 66 baseline, 77 main, 100 high. */
  readonly profile: number;
}

export interface Offer {
  readonly codec: OfferedH264;
  /** The offer with this way only: so there is one answer to it. */
  readonly sdp: string;
}

export type ReadOffer = { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly reason: string };

const BASELINE = 66;
const NEEDED = ['a=ice-ufrag:', 'a=ice-pwd:', 'a=fingerprint:'];

/** @param profile of the pictures that are to be sent */
export function readOffer(sdp: string, profile: number): ReadOffer {
  const lines = sdp.split(/\r?\n/);
  if (lines[0] !== 'v=0') return refuse('the offer is no SDP: its first line must be v=0');
  for (const prefix of NEEDED) {
    if (!lines.some((line) => line.startsWith(prefix))) return refuse(`the offer has no ${prefix.slice(0, -1)}`);
  }
  const videos = sectionsOf(lines).filter(([first = '']) => /^m=video [1-9]/.test(first));
  const [video] = videos;
  if (video === undefined) return refuse('the offer has no video section (m=video)');
  if (videos.length > 1) return refuse(`the offer must have one video section, it has ${videos.length}`);
  if (video.includes('a=sendonly') || video.includes('a=inactive')) {
    return refuse('the video section of the offer must be recvonly or sendrecv');
  }
  const codec = bestOf(codecsOf(video), profile);
  return codec === undefined
    ? refuse('the offer has no H.264 with packetization-mode=1, which is all that there is')
    : { ok: true, offer: { codec, sdp: narrowed(sdp, codec.payloadType) } };
}

/** Leaves out all other payload types of the video section. */
function narrowed(sdp: string, payloadType: number): string {
  let isVideo = false;
  const lines = sdp.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('m=')) isVideo = /^m=video [1-9]/.test(line);
    if (!isVideo) return [line];
    if (line.startsWith('m=')) return [`${line.split(' ').slice(0, 3).join(' ')} ${payloadType}`];
    const named = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line)?.[1];
    return named === undefined || Number(named) === payloadType ? [line] : [];
  });
  return lines.join('\r\n');
}

const refuse = (reason: string): ReadOffer => ({ ok: false, reason });

/** Lines of each `m=` with what belongs to it. */
function sectionsOf(lines: readonly string[]): string[][] {
  const sections: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  return sections;
}

function codecsOf(section: readonly string[]): OfferedH264[] {
  return section.flatMap((line) => {
    const payloadType = /^a=rtpmap:(\d{1,3}) H264\/90000$/i.exec(line)?.[1];
    if (payloadType === undefined) return [];
    const prefix = `a=fmtp:${payloadType} `;
    const parameters = section.find((other) => other.startsWith(prefix))?.slice(prefix.length) ?? '';
    if (!/(^|;)\s*packetization-mode=1(;|$)/i.test(parameters)) return [];
    // Without a level it is baseline. Source: RFC 6184 section 8.1.
    const profile = /(?:^|;)\s*profile-level-id=([0-9a-f]{2})[0-9a-f]{4}/i.exec(parameters)?.[1] ?? '42';
    return [{ payloadType: Number(payloadType), parameters, profile: Number.parseInt(profile, 16) }];
  });
}

/** The same profile, else the simplest: decoders take levels and most profiles beyond what they promise. */
function bestOf(codecs: readonly OfferedH264[], profile: number): OfferedH264 | undefined {
  const constrained = codecs.filter(({ parameters }) => /profile-level-id=42e0/i.test(parameters));
  const same = (profile === BASELINE ? constrained : []).concat(codecs.filter((codec) => codec.profile === profile));
  return [...same, ...constrained, ...codecs][0];
}
