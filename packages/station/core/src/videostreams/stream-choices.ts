import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';

/** Part of a stream that determines its allowed settings. */
interface ControllableStream {
  readonly id: string;
  /** The stream of a real camera. */
  readonly isReal?: boolean;
  readonly lens: { readonly type: string; readonly zoomMin: number; readonly zoomMax: number };
}

/** Settings of a stream that a client may change. Palettes of real cameras are not supported yet. */
export type StreamChange = Result<{ readonly zoom?: number; readonly palette?: ThermalColorPalette }>;

export function zoomChoice({ isReal, lens: { zoomMax, zoomMin } }: ControllableStream, zoom: number): StreamChange {
  if (zoom >= zoomMin && zoom <= zoomMax) return ok({ zoom });
  const allowed = zoomMin === zoomMax ? `${zoomMin}` : `from ${zoomMin} to ${zoomMax}`;
  return refuse(isReal && zoomMin === zoomMax ? 'INVALID_ZOOM.fixed' : 'INVALID_ZOOM.outOfRange', {
    allowed,
    got: zoom,
  });
}

export function paletteChoice({ id, isReal, lens }: ControllableStream, palette: ThermalColorPalette): StreamChange {
  if (lens.type !== 'Thermal') return refuse('INVALID_PALETTE.notThermal', { stream: id });
  if (!isReal) return ok({ palette });
  return refuse('INVALID_PALETTE.realCamera', { stream: id });
}
