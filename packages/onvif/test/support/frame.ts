import type { FrameTruth } from '@kitestring/video-process/source';

/** A picture with a person in its middle. */
export const FRAME: FrameTruth = {
  timeUs: 1_700_000_000_000_000,
  rtpTime: 90_000,
  widthPx: 1920,
  heightPx: 1080,
  zoom: 1,
  meanLuma: 90,
  origin: { latDeg: 47, lonDeg: 8 },
  objects: [
    {
      id: 'person-4',
      kind: 'person',
      box: { x: 960, y: 270, width: 96, height: 270 },
      areaPx: 9000,
      visibleShare: 1,
      isTruncated: false,
      place: { eastM: 0, northM: 100, upM: 1 },
      distanceM: 100,
      speedMps: 1.5,
    },
  ],
};
