export { CHANNEL_IDS, type ChannelName, PACKET_CHANNELS } from './channels.ts';
export { RECORDED_TOPICS, SHIFT_CHANNELS, type ShiftChannel } from './shift-channels.ts';
