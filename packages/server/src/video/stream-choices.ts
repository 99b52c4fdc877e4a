import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { StreamControls } from '@kitestring/media/source/scene-state.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';

/** What a client may choose for a stream. There is no way yet to tell a real camera anything. */
export type StreamChoice = Result<Partial<StreamControls>>;

export function zoomChoice({ isReal, lens: { zoomMax, zoomMin } }: StreamPlan, zoom: number): StreamChoice {
  if (zoom >= zoomMin && zoom <= zoomMax) return ok({ zoom });
  const allowed = zoomMin === zoomMax ? `${zoomMin}` : `from ${zoomMin} to ${zoomMax}`;
  const why = isReal ? ': the stream comes from a real camera that cannot be told to zoom' : '';
  return refuse('INVALID_ZOOM', `zoom_level must be ${allowed}, got ${zoom}${why}`);
}

export function paletteChoice({ id, isReal, lens }: StreamPlan, palette: ThermalColorPalette): StreamChoice {
  if (lens.type !== 'Thermal') return refuse('INVALID_PALETTE', `the stream ${id} is not thermal and has no palette`);
  if (!isReal) return ok({ palette });
  return refuse('INVALID_PALETTE', `the stream ${id} comes from a real camera, whose palette cannot be chosen`);
}
