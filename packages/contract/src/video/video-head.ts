import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

export const VideoHead = named(
  'VideoHead',
  'The text message before the first picture of a WebSocket, and before a change of the coding. The binary message after it is the header of the fragmented MP4 (`ftyp`, `moov`).',
  {
    type: Type.Literal('video', { description: 'Type of the message.', examples: ['video'] }),
    stream_id: Type.String({ description: 'Id of the stream.', examples: ['zoom'] }),
    codec: Type.String({ description: 'Codec string for a `SourceBuffer` (RFC 6381).', examples: ['avc1.42C01F'] }),
    width: Type.Number({ description: 'Pixels.', examples: [1280] }),
    height: Type.Number({ description: 'Pixels.', examples: [720] }),
    frames_per_second: Type.Number({ description: 'Maximum frame rate, pictures per second.', examples: [30] }),
  },
);
export type VideoHead = Static<typeof VideoHead>;
