import type { ParameterSets, PictureCodec } from '../access-unit.ts';
import { nalSyntax, setsAmong } from '../encode/nal-syntax.ts';
import { CameraFault, shownText } from './camera-fault.ts';
import { SET_MAX_BYTES } from './picture-format.ts';
import { MOST_FRAMES_PER_S } from './sequence-parameters.ts';

/** The video in a camera's description, with its control URLs. */
export interface DescribedVideo {
  readonly codec: PictureCodec;
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
const SETS_MAX = 64;
const CLOCK = '90000';

/**
 * Finds the first H.264 stream in a description, else the first of H.265 (RFC 4566, RFC 6184 section 8, RFC 7798
 * section 7); audio and data are ignored.
 * @throws CameraFault that names the codec when there is only other video
 */
export function readSessionDescription(text: string): DescribedVideo {
  const [session, ...media] = splitSections(text);
  const videos = media.filter(({ media }) => media.startsWith('video '));
  for (const codec of TAKEN) {
    for (const video of videos) {
      const payloadType = typeOf(video, codec);
      if (payloadType !== undefined) return describe({ codec, session, video, payloadType });
    }
  }
  throw noVideo(videos);
}

interface FoundVideo {
  readonly codec: PictureCodec;
  readonly session: Section | undefined;
  readonly video: Section;
  readonly payloadType: number;
}

function describe({ codec, payloadType, session, video }: FoundVideo): DescribedVideo {
  const format = attribute(video, `fmtp:${payloadType} `) ?? '';
  const { interleaved, problem } = INTERLEAVED[codec];
  if (interleaved.test(format)) throw new CameraFault('unsuitable', problem);
  const rate = Number(attribute(video, 'framerate:') ?? attribute(video, 'x-framerate:'));
  return {
    codec,
    payloadType,
    trackControl: attribute(video, 'control:'),
    sessionControl: session === undefined ? undefined : attribute(session, 'control:'),
    sets: parameterSets(format, codec),
    framesPerS: rate >= 1 && rate <= MOST_FRAMES_PER_S ? rate : undefined,
  };
}

/** The session section, then one per medium. */
function splitSections(text: string): Section[] {
  const lines = text.split(/\r\n|\r|\n/).slice(0, LINES_MAX);
  const sections: { media: string; attributes: string[] }[] = [{ media: '', attributes: [] }];
  for (const line of lines) {
    if (line.startsWith('m=') && sections.length <= MEDIA_MAX) sections.push({ media: line.slice(2), attributes: [] });
    else if (line.startsWith('a=')) sections.at(-1)?.attributes.push(line.slice(2).trim());
  }
  return sections;
}

const attribute = ({ attributes }: Section, name: string): string | undefined =>
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

const TAKEN: readonly PictureCodec[] = ['H.264', 'H.265'];

/** NAL units in another order than that of decoding. */
const INTERLEAVED: Readonly<Record<PictureCodec, { readonly interleaved: RegExp; readonly problem: string }>> = {
  'H.264': {
    interleaved: /packetization-mode\s*=\s*2/i,
    problem: 'it sends H.264 interleaved (packetization-mode 2), 0 and 1 are taken',
  },
  'H.265': {
    interleaved: /sprop-max-don-diff\s*=\s*0*[1-9]/i,
    problem: 'it sends H.265 interleaved (sprop-max-don-diff), only decoding order is taken',
  },
};

function typeOf(video: Section, codec: PictureCodec): number | undefined {
  const found = codecsOf(video).find(({ name }) => shownCodec(name) === codec);
  if (found === undefined) return undefined;
  if (found.clock !== CLOCK) {
    throw new CameraFault(
      'unsuitable',
      `its ${codec} counts ${shownText(found.clock ?? '')} ticks in a second, ${CLOCK} are taken`,
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
  H264: 'H.264',
  H265: 'H.265',
  HEVC: 'H.265',
  JPEG: 'JPEG',
  'MP4V-ES': 'MPEG-4',
};

const shownCodec = (name: string): string | undefined => SHOWN_CODECS[name.toUpperCase()];

function noVideo(videos: readonly Section[]): CameraFault {
  if (videos.length === 0) return new CameraFault('unsuitable', 'it describes no video');
  const named = videos.flatMap(codecsOf).map(({ name }) => shownCodec(name) ?? shownText(name, 20));
  const fixed = videos.flatMap(({ media }) => FIXED_TYPES[media.split(' ')[3] ?? ''] ?? []);
  const codecs = [...new Set([...named, ...fixed])].slice(0, 4).join(', ') || 'video of an unknown kind';
  return new CameraFault('unsuitable', `it sends ${codecs}, only H.264 and H.265 are taken: choose one in the camera`);
}

/** In one parameter of H.264, in one for each kind of H.265. */
function parameterSets(format: string, codec: PictureCodec): Partial<ParameterSets> {
  const texts = [...format.matchAll(/sprop-(?:parameter-sets|vps|sps|pps)\s*=\s*([^\s;]+)/gi)].map(([, text]) => text);
  const nals = texts.flatMap((text = '') => text.split(',').map((each) => Buffer.from(each, 'base64')));
  const right = nals.slice(0, SETS_MAX).filter(({ length }) => length > 1 && length <= SET_MAX_BYTES);
  return setsAmong(right, nalSyntax(codec));
}
