import type { ParameterSets } from '../access-unit.ts';
import { concat, u8, u16 } from './box.ts';

/** Profiles whose configuration says how colours are sampled, too. Source: ISO/IEC 14496-15, 5.3.3.1. */
const HIGH_PROFILES = [100, 110, 122, 144];
/** 4:2:0 with 8 bits and no extensions: what cameras send. */
const SAMPLING = u8(0xfc | 1, 0xf8, 0xf8, 0);

/** AVCDecoderConfigurationRecord: how a decoder is set up before the first picture. */
export function avcConfiguration({ sps, pps }: ParameterSets): Uint8Array {
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
