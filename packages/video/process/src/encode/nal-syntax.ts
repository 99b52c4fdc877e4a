import type { ParameterSets, PictureCodec } from '../access-unit.ts';

/** How NAL units of a codec are told apart. */
export interface NalSyntax {
  /** Bytes before the content of a NAL unit. */
  readonly headBytes: number;
  /** Bits of a type. */
  readonly typeMask: number;
  /** Types of the parameter sets, in the order in which a decoder needs them. */
  readonly sets: ReadonlyMap<number, keyof ParameterSets>;
  /** A delimiter for any kind of picture. */
  readonly delimiter: Uint8Array;
  /** Head of supplemental information that stands before the picture. */
  readonly seiHead: Uint8Array;
  typeOf(nal: Uint8Array): number;
  /** The head of this NAL unit with another type. */
  headWith(nal: Uint8Array, type: number): Uint8Array;
  isSlice(type: number): boolean;
  /** Decoding can begin with such a slice. */
  isKeySlice(type: number): boolean;
  /** Whether a slice is the first one of its picture; false when it is cut off. */
  isFirstSlice(slice: Uint8Array): boolean;
  /** Whether a decoder of the picture itself needs it: not delimiters, ends, fillers, and other layers. */
  isUsed(nal: Uint8Array): boolean;
}

/** Source: ITU-T H.264, table 7-1. */
const H264: NalSyntax = {
  headBytes: 1,
  typeMask: 0x1f,
  sets: new Map([
    [7, 'sps'],
    [8, 'pps'],
  ]),
  delimiter: Uint8Array.of(9, 0xf0),
  seiHead: Uint8Array.of(6),
  typeOf: ([head = 0]) => head & 0x1f,
  headWith: ([head = 0], type) => Uint8Array.of((head & 0xe0) | type),
  isSlice: (type) => type >= 1 && type <= 5,
  isKeySlice: (type) => type === 5,
  // The number of its first macroblock, `ue(v)`, is 0.
  isFirstSlice: ([, first = 0]) => first >= 0x80,
  isUsed: ([head = 0]) => !H264_UNUSED.has(head & 0x1f),
};
/** With the types of scalable and stereo pictures. */
const H264_UNUSED: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 14, 15, 19, 20, 21]);

/** Source: ITU-T H.265, 7.3.1.2 and table 7-1. */
const H265: NalSyntax = {
  headBytes: 2,
  typeMask: 0x3f,
  sets: new Map([
    [32, 'vps'],
    [33, 'sps'],
    [34, 'pps'],
  ]),
  delimiter: Uint8Array.of(0x46, 1, 0x50),
  seiHead: Uint8Array.of(0x4e, 1),
  typeOf: ([head = 0]) => (head >> 1) & 0x3f,
  headWith: ([head = 0, layerAndTime = 1], type) => Uint8Array.of((head & 0x81) | (type << 1), layerAndTime),
  isSlice: (type) => type <= 9 || (type >= 16 && type <= 21),
  isKeySlice: (type) => type >= 16 && type <= 21,
  isFirstSlice: ([, , flags = 0]) => flags >= 0x80,
  isUsed: (nal) => {
    const [head = 0, layerAndTime = 0] = nal;
    const isBaseLayer = (head & 1) === 0 && layerAndTime < 8;
    const type = H265.typeOf(nal);
    return isBaseLayer && nal.length > 2 && (H265.isSlice(type) || H265.sets.has(type) || type === 39 || type === 40);
  },
};

/** @param codec H.264 when absent */
export const nalSyntax = (codec: PictureCodec = 'H.264'): NalSyntax => (codec === 'H.265' ? H265 : H264);

/** The first parameter set of each kind among these NAL units. */
export function setsAmong(nals: readonly Uint8Array[], { sets, typeOf }: NalSyntax): Partial<ParameterSets> {
  const found: Partial<Record<keyof ParameterSets, Uint8Array>> = {};
  for (const nal of nals) {
    const name = sets.get(typeOf(nal));
    if (name !== undefined) found[name] ??= nal;
  }
  return found;
}

/** The same, where each kind that the codec has is among them. */
export function completeSets(nals: readonly Uint8Array[], syntax: NalSyntax): ParameterSets | undefined {
  const { pps, sps, vps } = setsAmong(nals, syntax);
  if (sps === undefined || pps === undefined || (vps === undefined && syntax === H265)) return undefined;
  return vps === undefined ? { sps, pps } : { vps, sps, pps };
}

/** The sets in the order in which a decoder needs them. */
export const listedSets = ({ pps, sps, vps }: ParameterSets): readonly Uint8Array[] => [
  ...(vps === undefined ? [] : [vps]),
  sps,
  pps,
];
