import Type, { type Static } from 'typebox';
import { named, Quantity, Text } from '../schema.ts';

export const VideoHead = named(
  'VideoHead',
  'The text message before the first picture of a WebSocket, and before a change of the coding. The binary message after it is the header of the fragmented MP4 (`ftyp`, `moov`).',
  {
    type: Type.Literal('video', { description: 'Type of the message.', examples: ['video'] }),
    stream_id: Text('Id of the stream.', 'zoom'),
    codec: Text('Codec string for a `SourceBuffer` (RFC 6381).', 'avc1.42C01F'),
    width: Quantity('Pixels.', 1280),
    height: Quantity('Pixels.', 720),
    frames_per_second: Quantity('Maximum frame rate, pictures per second.', 30),
  },
);
export type VideoHead = Static<typeof VideoHead>;
