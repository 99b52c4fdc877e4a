import type { ParameterSets } from '../access-unit.ts';
import { nalSyntax } from '../encode/nal-syntax.ts';
import { hevcLayers, hevcProfile } from '../ingest/hevc-parameters.ts';
import { concat, u8, u16 } from './box.ts';

/** All sets of a kind are in the configuration. */
const IS_COMPLETE = 0x80;
/** Lengths of NAL units have four bytes. */
const LENGTH_BYTES = 4;

/** HEVCDecoderConfigurationRecord for 4:2:0 with 8 bits. Source: ISO/IEC 14496-15, 8.3.3.1. @throws SequenceFault */
export function hevcConfiguration({ pps, sps, vps = new Uint8Array() }: ParameterSets): Uint8Array {
  const { count, isNested } = hevcLayers(sps);
  const { typeOf } = nalSyntax('H.265');
  return concat(
    u8(1),
    hevcProfile(sps),
    // No least segmentation, parallelism unknown, chroma format 1, 8 bits each, frame rate unknown.
    u16(0xf000),
    u8(0xfc, 0xfc | 1, 0xf8, 0xf8),
    u16(0),
    u8((count << 3) | (isNested ? 4 : 0) | (LENGTH_BYTES - 1), 3),
    ...[vps, sps, pps].map((set) => concat(u8(IS_COMPLETE | typeOf(set)), u16(1, set.length), set)),
  );
}
