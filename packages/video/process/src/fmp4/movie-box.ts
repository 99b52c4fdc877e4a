import { type FrameSize, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import type { ColourDescription } from '../ingest/picture-format.ts';
import { readColour } from '../ingest/sequence-parameters.ts';
import { box, concat, fullBox, letters, u8, u16, u32, u64 } from './box.ts';
import { hevcConfiguration } from './hevc-configuration.ts';
import type { SampleTables } from './sample-tables.ts';
import { TEXT_TRACK_ID, textDescription } from './timed-text.ts';

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

/** The track of the pictures. */
export const TRACK_ID = 1;
/** Epoch of movie times: 1904. */
export const EPOCH_1904_S = 2_082_844_800;
/** Box of station time in the user data of a movie. */
export const STATION_TIME = 'ksst';
/** Box of the location in the user data, in Latin-1: `©xyz`. */
const PLACE = '\xa9xyz';
/** No rotation, no scaling. */
const MATRIX = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
/** 72 dots per inch, fixed point: the conventional value, ignored by players. */
const DOTS_PER_INCH = 0x48_0000;
/** Undetermined, three letters of five bits. */
const LANGUAGE = 0x55c4;

/** A stretch of a track's media that is shown; times in 1/90,000 s. */
export interface Edit {
  readonly duration: number;
  /** Where it begins in the media; `nothing`: the track shows nothing meanwhile. */
  readonly from: number | 'nothing';
}

interface TrackContent {
  /** Sample tables. Absent: the samples are in later fragments. */
  readonly tables?: SampleTables;
  /** The whole media when absent. */
  readonly edits?: readonly Edit[];
}

interface Movie extends TrackContent {
  readonly size: FrameSize;
  /** Microseconds since 1970. */
  readonly createdUs: number;
  /** A `stsd` box: the sample description. */
  readonly description: Uint8Array;
  /** Station time of the first picture, microseconds since 1970, which only this station reads; absent where it is not known. */
  readonly stationUs?: number;
  /** A second track, of timed text. */
  readonly text?: TrackContent;
  /** Where it was taken, by ISO 6709. */
  readonly place?: string | undefined;
}

interface Track extends TrackContent {
  readonly id: number;
  /** 1: a player shows it without being asked to; 2: it belongs to the movie. */
  readonly flags: number;
  readonly handler: string;
  readonly name: string;
  readonly size: FrameSize;
  readonly mediaHeader: Uint8Array;
  readonly description: Uint8Array;
}

/** The box `moov`: the tracks without their samples. Times in 1/90,000 s. */
export function movieBox({ createdUs, place, stationUs, text, ...picture }: Movie): Uint8Array {
  const created = Math.floor(createdUs / 1e6) + EPOCH_1904_S;
  const tracks: readonly Track[] = [
    { ...picture, ...PICTURE_TRACK },
    ...(text === undefined ? [] : [{ ...text, ...TEXT_TRACK, description: textDescription() }]),
  ];
  const duration = Math.max(...tracks.map(shownDuration));
  const header = concat(u64(created, created), u32(RTP_CLOCK_HZ), u64(duration));
  const rest = concat(u32(0x1_0000), u16(0x100, 0), u32(0, 0), MATRIX, u32(0, 0, 0, 0, 0, 0, tracks.length + 1));
  const extends_ = tracks.map(({ id }) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)));
  const userData = [
    ...(stationUs === undefined ? [] : [box(STATION_TIME, u64(stationUs))]),
    ...(place === undefined ? [] : [box(PLACE, u16(place.length, LANGUAGE), letters(place))]),
  ];
  return box(
    'moov',
    fullBox('mvhd', 1, 0, header, rest),
    ...tracks.map((track) => trackBox(track, created)),
    ...(picture.tables === undefined ? [box('mvex', ...extends_)] : []),
    ...(userData.length === 0 ? [] : [box('udta', ...userData)]),
  );
}

const shownDuration = ({ edits, tables }: TrackContent): number =>
  edits?.reduce((sum, { duration }) => sum + duration, 0) ?? tables?.duration ?? 0;

function trackBox(track: Track, created: number): Uint8Array {
  const { edits, flags, id, size, tables } = track;
  const header = fullBox(
    'tkhd',
    1,
    flags,
    concat(u64(created, created), u32(id, 0), u64(shownDuration(track)), u32(0, 0), u16(0, 0, 0, 0), MATRIX),
    u32(size.widthPx * 0x1_0000, size.heightPx * 0x1_0000),
  );
  const times = concat(u64(created, created), u32(RTP_CLOCK_HZ), u64(tables?.duration ?? 0));
  return box('trak', header, ...(edits === undefined ? [] : [editBox(edits)]), media(track, times));
}

/** At normal speed. Source: ISO/IEC 14496-12, 8.6.6. */
function editBox(edits: readonly Edit[]): Uint8Array {
  const rows = edits.map(({ duration, from }) =>
    concat(u64(duration), from === 'nothing' ? NOTHING : u64(from), u16(1, 0)),
  );
  return box('edts', fullBox('elst', 1, 0, u32(edits.length), ...rows));
}

/** Minus one, 64 bits. */
const NOTHING = u32(0xffff_ffff, 0xffff_ffff);

function media({ description, handler, mediaHeader, name, tables }: Track, times: Uint8Array): Uint8Array {
  const noTables = [
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  ];
  const sameFile = fullBox('url ', 0, 1);
  return box(
    'mdia',
    fullBox('mdhd', 1, 0, times, u16(LANGUAGE, 0)),
    fullBox('hdlr', 0, 0, u32(0), letters(handler), u32(0, 0, 0), letters(`${name}\0`)),
    box(
      'minf',
      mediaHeader,
      box('dinf', fullBox('dref', 0, 0, u32(1), sameFile)),
      box('stbl', description, ...(tables?.boxes ?? noTables)),
    ),
  );
}

const PICTURE_TRACK = {
  id: TRACK_ID,
  flags: 3,
  handler: 'vide',
  name: 'video',
  mediaHeader: fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)),
};

const TEXT_TRACK = {
  id: TEXT_TRACK_ID,
  flags: 2,
  handler: 'sbtl',
  name: 'telemetry',
  size: { widthPx: 0, heightPx: 0 },
  mediaHeader: fullBox('nmhd', 0, 0),
};

/** The box `stsd` with the parameter sets. */
export function sampleDescription({ widthPx, heightPx }: FrameSize, sets: ParameterSets): Uint8Array {
  const isHevc = sets.vps !== undefined;
  // H.265 says its colours to decoders itself.
  const colour = isHevc ? undefined : readColour(sets.sps);
  const entry = box(
    isHevc ? 'hvc1' : 'avc1',
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(widthPx, heightPx),
    u32(DOTS_PER_INCH, DOTS_PER_INCH, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
    isHevc ? box('hvcC', hevcConfiguration(sets)) : box('avcC', avcConfiguration(sets)),
    box('pasp', u32(1, 1)),
    ...(colour === undefined ? [] : [colourBox(colour)]),
  );
  return fullBox('stsd', 0, 0, u32(1), entry);
}

/** Source: ISO/IEC 14496-12, 12.1.5. */
const colourBox = ({ isFullRange, matrix, primaries, transfer }: ColourDescription): Uint8Array =>
  box('colr', letters('nclx'), u16(primaries, transfer, matrix), u8(isFullRange ? 0x80 : 0));

/** Place of the four letters of its first entry in a box `stsd`. */
const ENTRY_AT = 20;
const H264_ENTRY = 'avc1';

/** Compatible file formats. H.265 has none of its own (ISO/IEC 14496-15): `iso6` covers it. @param description of the pictures, a box `stsd` */
export function fileType(description: Uint8Array): Uint8Array {
  const entry = String.fromCharCode(...description.subarray(ENTRY_AT, ENTRY_AT + H264_ENTRY.length));
  const ofCodec = entry === H264_ENTRY ? [H264_ENTRY] : [];
  return box('ftyp', letters('isom'), u32(0x200), ...['isom', 'iso5', 'iso6', ...ofCodec, 'mp41'].map(letters));
}

/** Free space that later becomes the header of one large `mdat`. */
export const placeholder = (): Uint8Array => box('free', u8(0, 0, 0, 0, 0, 0, 0, 0));
