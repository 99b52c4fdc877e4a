import type { ParameterSets } from '../access-unit.ts';
import { NAL, nalType } from '../encode/nal-units.ts';
import { CameraFault, shownText } from './camera-fault.ts';
import { MOST_FRAMES_PER_S, SET_MAX_BYTES } from './sequence-parameters.ts';

/** The video in a camera's description, with its control URLs. */
export interface DescribedVideo {
  readonly payloadType: number;
  /** `a=control` of the video and of the session; undefined when absent. */
  readonly trackControl: string | undefined;
  readonly sessionControl: string | undefined;
  /** From the description; cameras may omit them and send them in band. */
  readonly sets: Partial<ParameterSets>;
  readonly framesPerS: number | undefined;
}

interface Section {
  readonly media: string;
  readonly attributes: readonly string[];
}

const LINES_MAX = 500;
const MEDIA_MAX = 32;
const CLOCK = '90000';

/**
 * Finds the first H.264 stream in a description (RFC 4566, RFC 6184 section 8); audio and data are ignored.
 * @throws CameraFault that names the codec when there is only other video
 */
export function readSessionDescription(text: string): DescribedVideo {
  const [session, ...media] = sectionsOf(text);
  const videos = media.filter(({ media }) => media.startsWith('video '));
  for (const video of videos) {
    const payloadType = h264Type(video);
    if (payloadType !== undefined) return describe(session, video, payloadType);
  }
  throw noVideo(videos);
}

function describe(session: Section | undefined, video: Section, payloadType: number): DescribedVideo {
  const format = attributeOf(video, `fmtp:${payloadType} `) ?? '';
  const mode = /packetization-mode\s*=\s*(\d)/i.exec(format)?.[1] ?? '0';
  if (mode === '2')
    throw new CameraFault('unsuitable', 'it sends H.264 interleaved (packetization-mode 2), 0 and 1 are taken');
  const rate = Number(attributeOf(video, 'framerate:') ?? attributeOf(video, 'x-framerate:'));
  return {
    payloadType,
    trackControl: attributeOf(video, 'control:'),
    sessionControl: session === undefined ? undefined : attributeOf(session, 'control:'),
    sets: parameterSets(format),
    framesPerS: rate >= 1 && rate <= MOST_FRAMES_PER_S ? rate : undefined,
  };
}

/** The session section, then one per medium. */
function sectionsOf(text: string): Section[] {
  const lines = text.split(/\r\n|\r|\n/).slice(0, LINES_MAX);
  const sections: { media: string; attributes: string[] }[] = [{ media: '', attributes: [] }];
  for (const line of lines) {
    if (line.startsWith('m=') && sections.length <= MEDIA_MAX) sections.push({ media: line.slice(2), attributes: [] });
    else if (line.startsWith('a=')) sections.at(-1)?.attributes.push(line.slice(2).trim());
  }
  return sections;
}

const attributeOf = ({ attributes }: Section, name: string): string | undefined =>
  attributes
    .find((attribute) => attribute.toLowerCase().startsWith(name))
    ?.slice(name.length)
    .trim();

/** Payload type and codec of each format: `96 H264/90000`. */
const codecsOf = ({ attributes }: Section) =>
  attributes.flatMap((attribute) => {
    const [, type, name, clock] = /^rtpmap:\s*(\d{1,3})\s+([\w.+-]+)\/(\d+)/i.exec(attribute) ?? [];
    return type === undefined || name === undefined ? [] : [{ type: Number(type), name, clock }];
  });

function h264Type(video: Section): number | undefined {
  const found = codecsOf(video).find(({ name }) => name.toUpperCase() === 'H264');
  if (found === undefined) return undefined;
  if (found.clock !== CLOCK) {
    throw new CameraFault(
      'unsuitable',
      `its H.264 counts ${shownText(found.clock ?? '')} ticks in a second, ${CLOCK} are taken`,
    );
  }
  return found.type <= 127 ? found.type : undefined;
}

/** Static payload types. Source: RFC 3551 table 5. */
const FIXED_TYPES: Readonly<Record<string, string>> = {
  26: 'JPEG',
  31: 'H.261',
  32: 'MPEG-1 or 2',
  33: 'MPEG-TS',
  34: 'H.263',
};
const SHOWN_CODECS: Readonly<Record<string, string>> = {
  H265: 'H.265',
  HEVC: 'H.265',
  JPEG: 'JPEG',
  'MP4V-ES': 'MPEG-4',
};

function noVideo(videos: readonly Section[]): CameraFault {
  if (videos.length === 0) return new CameraFault('unsuitable', 'it describes no video');
  const named = videos.flatMap(codecsOf).map(({ name }) => SHOWN_CODECS[name.toUpperCase()] ?? shownText(name, 20));
  const fixed = videos.flatMap(({ media }) => FIXED_TYPES[media.split(' ')[3] ?? ''] ?? []);
  const codecs = [...new Set([...named, ...fixed])].slice(0, 4).join(', ') || 'video of an unknown kind';
  return new CameraFault('unsuitable', `it sends ${codecs}, only H.264 is taken: choose H.264 in the camera`);
}

function parameterSets(format: string): Partial<ParameterSets> {
  const text = /sprop-parameter-sets\s*=\s*([^\s;]+)/i.exec(format)?.[1] ?? '';
  const nals = text.split(',').map((each) => Buffer.from(each, 'base64'));
  const right = nals.filter(({ length }) => length > 1 && length <= SET_MAX_BYTES);
  const sps = right.find((nal) => nalType(nal) === NAL.sps);
  const pps = right.find((nal) => nalType(nal) === NAL.pps);
  return { ...(sps !== undefined && { sps }), ...(pps !== undefined && { pps }) };
}
