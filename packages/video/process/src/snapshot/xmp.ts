import { wrap180 } from '@kitestring/base/angles.ts';
import type { SnapshotFacts } from './exif.ts';

/**
 * Direction as XMP, in the two conventions of mapping and photogrammetry programs. Drone vendors' gimbal pitch is
 * positive upwards, whereas tilt is positive downwards.
 */
export function xmp({ direction, heightM, lens, position }: SnapshotFacts): string {
  const attributes = {
    ...(direction !== undefined && directionAttributes(direction)),
    ...(position !== undefined && {
      'drone-dji:AbsoluteAltitude': signed(position.elevationM),
      'Camera:GPSXYAccuracy': degrees(position.accuracyM),
    }),
    ...(heightM !== undefined && { 'drone-dji:RelativeAltitude': signed(heightM) }),
    ...(lens !== undefined && { 'kitestring:Zoom': degrees(lens.zoom) }),
  };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return [
    '<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Camera="http://pix4d.com/camera/1.0"',
    ' xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmlns:kitestring="urn:kitestring:camera:1"',
    ...text,
    '/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}

const degrees = (value: number): string => value.toFixed(2);
const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)}`;

const directionAttributes = ({ panDeg, rollDeg, tiltDeg }: NonNullable<SnapshotFacts['direction']>) => ({
  'Camera:Yaw': degrees(((panDeg % 360) + 360) % 360),
  // Pix4D's pitch is 0 straight down and 90 at the horizon.
  'Camera:Pitch': degrees(90 - tiltDeg),
  'Camera:Roll': degrees(rollDeg),
  'drone-dji:GimbalYawDegree': signed(wrap180(panDeg)),
  'drone-dji:GimbalPitchDegree': signed(-tiltDeg),
  'drone-dji:GimbalRollDegree': signed(rollDeg),
});
