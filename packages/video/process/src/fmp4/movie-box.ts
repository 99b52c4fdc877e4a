import { type FrameSize, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { box, concat, fullBox, letters, u8, u16, u32, u64 } from './box.ts';
import type { SampleTables } from './sample-tables.ts';

/** Profiles whose configuration says how colours are sampled, too. Source: ISO/IEC 14496-15, 5.3.3.1. */
const HIGH_PROFILES = [100, 110, 122, 144];
/** 4:2:0 with 8 bits and no extensions: what cameras send. */
const SAMPLING = u8(0xfc | 1, 0xf8, 0xf8, 0);

/** AVCDecoderConfigurationRecord: how a decoder is set up before the first picture. */
function avcConfiguration({ sps, pps }: ParameterSets): Uint8Array {
  const profile = sps[1] ?? 0;
  return concat(
    u8(1, profile, sps[2] ?? 0, sps[3] ?? 0, 0xfc | 3, 0xe0 | 1),
    u16(sps.length),
    sps,
    u8(1),
    u16(pps.length),
    pps,
    ...(HIGH_PROFILES.includes(profile) ? [SAMPLING] : []),
  );
}

/** The only track of a file. */
export const TRACK_ID = 1;
/** Epoch of movie times: 1904. */
export const EPOCH_1904_S = 2_082_844_800;
/** Box of station time in the user data of a movie. */
export const STATION_TIME = 'ksst';
/** No rotation, no scaling. */
const MATRIX = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
/** 72 dots per inch, fixed point: the conventional value, ignored by players. */
const DOTS_PER_INCH = 0x48_0000;
/** Undetermined, three letters of five bits. */
const LANGUAGE = 0x55c4;

interface Movie {
  readonly size: FrameSize;
  /** Microseconds since 1970. */
  readonly createdUs: number;
  /** A `stsd` box: the sample description. */
  readonly description: Uint8Array;
  /** Station time of the first picture, microseconds since 1970, which only this station reads; absent where it is not known. */
  readonly stationUs?: number;
  /** Sample tables. Absent: the samples are in later fragments. */
  readonly tables?: SampleTables;
}

/** The box `moov`: the track without its samples. Times in 1/90,000 s. */
export function movieBox(movie: Movie): Uint8Array {
  const { createdUs, tables } = movie;
  const created = Math.floor(createdUs / 1e6) + EPOCH_1904_S;
  const duration = tables?.duration ?? 0;
  const header = concat(u64(created, created), u32(RTP_CLOCK_HZ), u64(duration));
  const rest = concat(u32(0x1_0000), u16(0x100, 0), u32(0, 0), MATRIX, u32(0, 0, 0, 0, 0, 0, TRACK_ID + 1));
  return box(
    'moov',
    fullBox('mvhd', 1, 0, header, rest),
    box('trak', trackHeader(movie, created, duration), media(movie, header)),
    ...(tables === undefined ? [box('mvex', fullBox('trex', 0, 0, u32(TRACK_ID, 1, 0, 0, 0)))] : []),
    ...(movie.stationUs === undefined ? [] : [box('udta', box(STATION_TIME, u64(movie.stationUs)))]),
  );
}

function trackHeader({ size }: Movie, created: number, duration: number): Uint8Array {
  const enabledInMovie = 3;
  return fullBox(
    'tkhd',
    1,
    enabledInMovie,
    concat(u64(created, created), u32(TRACK_ID, 0), u64(duration), u32(0, 0), u16(0, 0, 0, 0), MATRIX),
    u32(size.widthPx * 0x1_0000, size.heightPx * 0x1_0000),
  );
}

function media({ description, tables }: Movie, header: Uint8Array): Uint8Array {
  const noTables = [
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  ];
  const sameFile = fullBox('url ', 0, 1);
  return box(
    'mdia',
    fullBox('mdhd', 1, 0, header, u16(LANGUAGE, 0)),
    fullBox('hdlr', 0, 0, u32(0), letters('vide'), u32(0, 0, 0), letters('video\0')),
    box(
      'minf',
      fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)),
      box('dinf', fullBox('dref', 0, 0, u32(1), sameFile)),
      box('stbl', description, ...(tables?.boxes ?? noTables)),
    ),
  );
}

/** The box `stsd` of H.264 with the parameter sets. */
export function sampleDescription({ widthPx, heightPx }: FrameSize, sets: ParameterSets): Uint8Array {
  const entry = box(
    'avc1',
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(widthPx, heightPx),
    u32(DOTS_PER_INCH, DOTS_PER_INCH, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
    box('avcC', avcConfiguration(sets)),
    box('pasp', u32(1, 1)),
  );
  return fullBox('stsd', 0, 0, u32(1), entry);
}

/** Compatible file formats. */
export const fileType = (): Uint8Array =>
  box('ftyp', letters('isom'), u32(0x200), ...['isom', 'iso5', 'iso6', 'avc1', 'mp41'].map(letters));

/** Free space that later becomes the header of one large `mdat`. */
export const placeholder = (): Uint8Array => box('free', u8(0, 0, 0, 0, 0, 0, 0, 0));
