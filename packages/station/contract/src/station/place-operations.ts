import Type from 'typebox';
import { operation } from '../operation.ts';
import { Quantity, Text } from '../schema.ts';
import { CONTROLS, READS } from './paths.ts';
import { NewPin, PINS_MAX, Pin } from './pin.ts';
import { SeenPlace } from './place.ts';

const PLACE = {
  latitude: 46.4997905,
  longitude: 11.350561,
  bearing_deg: 118.4,
  depression_deg: 31.5,
  ground_distance_m: 48.96,
  slant_range_m: 57.42,
  error_along_m: 3.6,
  error_across_m: 2.3,
  error_radius_m: 7,
  coordinates: [
    { system: 'decimal', text: '46.499791, 11.350561' },
    { system: 'dms', text: '46°29′59.25″N 011°21′02.02″E' },
    { system: 'mgrs', text: '32T PS 80361 52264' },
    { system: 'utm', text: '32T 680362 5152265' },
  ],
};

const HOW_PLACES_ARE_FOUND =
  'The ground is assumed level, `flight.base_height_m` below the landed Kite, following the curvature of the Earth. The errors are computed from those of heading and pan (2°; 10° while the magnetic field is disturbed), gimbal (0.5°), height (2 m) and position (`kite_gps_accuracy`). A direction above the horizon, or less than 1.5° below level, has no position.';

export const locateDirection = operation({
  ...READS,
  id: 'station.locate.direction',
  path: '/locate/direction',
  summary: 'Locate a direction',
  description: `Position on the ground in a direction from the camera. ${HOW_PLACES_ARE_FOUND}`,
  query: Type.Object({
    azimuth: Quantity('Degrees clockwise from North.', 118.4, { minimum: -360, maximum: 360 }),
    depression: Quantity('Degrees below level: 90 is straight down.', 31.5, { minimum: -90, maximum: 90 }),
  }),
  replies: { 200: SeenPlace },
  errors: ['INVALID_REQUEST', 'NO_GROUND_THERE', 'VIEWPOINT_UNKNOWN'],
  replyExample: PLACE,
});

const ShareOfPicture = (description: string, example: number) =>
  Quantity(description, example, { minimum: 0, maximum: 1 });

export const locatePixel = operation({
  ...READS,
  id: 'station.locate.pixel',
  path: '/locate/pixel',
  summary: 'Locate a point of the picture',
  description: `Position on the ground at a point of the current picture of a stream; a viewer sees an older picture, by the delay of the video. ${HOW_PLACES_ARE_FOUND}`,
  query: Type.Object({
    stream_id: Text('Id of the stream.', 'zoom', { maxLength: 64 }),
    x: ShareOfPicture('Fraction of the width from the left edge.', 0.5),
    y: ShareOfPicture('Fraction of the height from the top edge.', 0.5),
  }),
  replies: { 200: SeenPlace },
  errors: ['INVALID_REQUEST', 'STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'NO_GROUND_THERE', 'VIEWPOINT_UNKNOWN'],
  replyExample: PLACE,
});

const PIN = {
  pin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  name: 'Hydrant',
  kind: 'water',
  latitude: 47.3764,
  longitude: 8.5425,
  error_radius_m: 7,
  created_time: '2026-03-01T09:30:00.250000+00:00',
  created_by: 'console',
};

export const listPins = operation({
  ...READS,
  id: 'station.pins',
  path: '/pins',
  summary: 'Pins',
  description: `Pins, the oldest first; at most ${PINS_MAX}. They survive a restart.`,
  replies: { 200: Type.Array(Pin) },
  replyExample: [PIN],
});

export const addPin = operation({
  ...CONTROLS,
  id: 'station.pins.add',
  method: 'POST',
  path: '/pins',
  summary: 'Set a pin',
  description: `Sets a pin for all clients of this station. Control is not required: nothing moves. With ${PINS_MAX} pins a further one is refused.`,
  body: NewPin,
  isBodyOptional: true,
  replies: { 201: Pin },
  errors: ['TOO_MANY_PINS', 'STORE_UNUSABLE'],
  examples: [
    {
      summary: 'A hydrant',
      value: { name: 'Hydrant', kind: 'water', latitude: 47.3764, longitude: 8.5425, error_radius_m: 7 },
    },
  ],
  replyExample: PIN,
});

export const deletePin = operation({
  ...CONTROLS,
  id: 'station.pins.delete',
  method: 'DELETE',
  path: '/pins/{pin_id}',
  summary: 'Delete a pin',
  description: 'Deletes a pin for all clients.',
  params: Type.Object({
    pin_id: Text('Id of the pin.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  }),
  errors: ['PIN_NOT_FOUND', 'STORE_UNUSABLE'],
});
