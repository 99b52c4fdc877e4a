export { TsMuxer } from './ts-muxer.ts';
export { TS_PACKET_BYTES } from './ts-packets.ts';
