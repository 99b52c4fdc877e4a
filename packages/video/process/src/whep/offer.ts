/** Parses the relevant part of a browser's offer (SDP, RFC 8866), before a library gets it. */
import type { PictureCodec } from '../access-unit.ts';

/** A format offered by the browser. */
interface OfferedFormat {
  readonly codec: PictureCodec;
  readonly payloadType: number;
  /** Content of `fmtp`, repeated in the answer. */
  readonly parameters: string;
  /** H.264 only: 66 baseline, 77 main, 100 high. */
  readonly profile: number;
}

export interface Offer {
  readonly format: OfferedFormat;
  /** The offer reduced to its video section and this format, so that only one answer is possible. */
  readonly sdp: string;
  /** Kinds and ids of all sections in order; undefined stands for the video section, the others are rejected. */
  readonly rejected: readonly (RejectedSection | undefined)[];
}

/** A section of the offer that is not used: audio, data. */
interface RejectedSection {
  /** `m=` without the port: kind and protocol. */
  readonly kind: string;
  readonly protocol: string;
  /** One of the offered formats, which an answer must name, with its `rtpmap` where there is one. */
  readonly format: string;
  readonly formatLines: readonly string[];
  readonly mid: string | undefined;
}

type ReadOffer = { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly reason: string };

const BASELINE = 66;
const NEEDED = ['a=ice-ufrag:', 'a=ice-pwd:', 'a=fingerprint:'];

/** @param pictures codec of the stream's pictures, and their profile if it is H.264 */
export function readOffer(sdp: string, pictures: Pick<OfferedFormat, 'codec' | 'profile'>): ReadOffer {
  const lines = sdp.split(/\r?\n/);
  if (lines[0] !== 'v=0') return refuse('the offer is no SDP: its first line must be v=0');
  for (const prefix of NEEDED) {
    if (!lines.some((line) => line.startsWith(prefix))) return refuse(`the offer has no ${prefix.slice(0, -1)}`);
  }
  const sections = splitSections(lines);
  const videos = sections.filter(([first = '']) => /^m=video [1-9]/.test(first));
  const [video] = videos;
  if (video === undefined) return refuse('the offer has no video section (m=video)');
  if (videos.length > 1) return refuse(`the offer must have one video section, it has ${videos.length}`);
  if (video.includes('a=sendonly') || video.includes('a=inactive')) {
    return refuse('the video section of the offer must be recvonly or sendrecv');
  }
  const { codec, profile } = pictures;
  const formats = offeredFormats(video).filter((format) => format.codec === codec);
  const format = codec === 'H.264' ? best(formats, profile) : formats[0];
  return format === undefined
    ? refuse(`the offer has no ${NAMES[codec]}, which is all that there is`)
    : { ok: true, offer: { format, ...narrowed(lines, sections, video, format.payloadType) } };
}

const NAMES: Readonly<Record<PictureCodec, string>> = {
  'H.264': 'H.264 with packetization-mode=1',
  'H.265': 'H.265, the codec of this camera',
};

/** Removes all other sections, and all other payload types of the video section. */
function narrowed(
  lines: readonly string[],
  sections: readonly (readonly string[])[],
  video: readonly string[],
  payloadType: number,
) {
  const head = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const mid = mediaId(video);
  const kept = video.flatMap((line) => {
    if (line.startsWith('m=')) return [`${line.split(' ').slice(0, 3).join(' ')} ${payloadType}`];
    const named = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line)?.[1];
    return named === undefined || Number(named) === payloadType ? [line] : [];
  });
  const heading = head.map((line) => (line.startsWith('a=group:BUNDLE') && mid !== undefined ? bundle(mid) : line));
  const rejected = sections.map((section) => (section === video ? undefined : rejectSection(section)));
  return { sdp: [...heading, ...kept].join('\r\n'), rejected };
}

const bundle = (mid: string): string => `a=group:BUNDLE ${mid}`;

const mediaId = (section: readonly string[]): string | undefined =>
  section.find((line) => line.startsWith('a=mid:'))?.slice('a=mid:'.length);

function rejectSection(section: readonly string[]): RejectedSection {
  const [kind = '', , protocol = '', format = '0'] = (section[0] ?? '').slice('m='.length).split(' ');
  const formatLines = section.filter((line) => line.startsWith(`a=rtpmap:${format} `));
  return { kind, protocol, format, formatLines, mid: mediaId(section) };
}

const TRANSPORT_LINE = /^a=(?:ice-ufrag|ice-pwd|fingerprint|setup):/;

/**
 * Inserts the rejected sections into the answer, at their positions (RFC 3264 section 6). They repeat the transport of
 * the video section and are bundled with it, last: aiortc requires the transport of every section before it reads the
 * port, and waits for that of an unbundled one. Browsers accept both.
 */
export function withRejected(answer: string, rejected: Offer['rejected']): string {
  if (rejected.length < 2) return answer;
  const lines = answer.split(/\r?\n/).filter((line) => line !== '');
  const head = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const [video = []] = splitSections(lines);
  const transport = video.filter((line) => TRANSPORT_LINE.test(line));
  const sections = rejected.flatMap((section) => {
    if (section === undefined) return video;
    const { format, formatLines, kind, mid, protocol } = section;
    return [
      `m=${kind} 0 ${protocol} ${format}`,
      'c=IN IP4 0.0.0.0',
      ...(mid === undefined ? [] : [`a=mid:${mid}`]),
      'a=inactive',
      'a=rtcp-mux',
      ...transport,
      ...formatLines,
    ];
  });
  const mids = [mediaId(video), ...rejected.map((section) => section?.mid)].filter((mid) => mid !== undefined);
  const heading = head.map((line) => (line.startsWith('a=group:BUNDLE') ? bundle(mids.join(' ')) : line));
  return `${[...heading, ...sections].join('\r\n')}\r\n`;
}

const refuse = (reason: string): ReadOffer => ({ ok: false, reason });

/** Lines of each `m=` section. */
function splitSections(lines: readonly string[]): string[][] {
  const sections: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  return sections;
}

function offeredFormats(section: readonly string[]): OfferedFormat[] {
  return section.flatMap((line): OfferedFormat[] => {
    const [, payloadType, name] = /^a=rtpmap:(\d{1,3}) H26([45])\/90000$/i.exec(line) ?? [];
    if (payloadType === undefined) return [];
    const prefix = `a=fmtp:${payloadType} `;
    const parameters = section.find((other) => other.startsWith(prefix))?.slice(prefix.length) ?? '';
    if (name === '5') return [{ codec: 'H.265', payloadType: Number(payloadType), parameters, profile: 0 }];
    if (!/(^|;)\s*packetization-mode=1(;|$)/i.test(parameters)) return [];
    // Without a level it is baseline. Source: RFC 6184 section 8.1.
    const profile = /(?:^|;)\s*profile-level-id=([0-9a-f]{2})[0-9a-f]{4}/i.exec(parameters)?.[1] ?? '42';
    return [{ codec: 'H.264', payloadType: Number(payloadType), parameters, profile: Number.parseInt(profile, 16) }];
  });
}

/** The same profile, else the simplest: decoders accept levels and most profiles beyond their declaration. */
function best(formats: readonly OfferedFormat[], profile: number): OfferedFormat | undefined {
  const constrained = formats.filter(({ parameters }) => /profile-level-id=42e0/i.test(parameters));
  const same = (profile === BASELINE ? constrained : []).concat(formats.filter((format) => format.profile === profile));
  return [...same, ...constrained, ...formats][0];
}
