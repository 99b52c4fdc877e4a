import type { UdpPortChoice } from '@kitestring/video-process/rtsp';

/** Parses `video.rtsp_udp_ports`: `any`, `off`, or a range such as `20000-20199`. */
export function udpPorts(text: string): UdpPortChoice {
  if (text === 'any' || text === 'off') return text;
  const [first = 0, last = 0] = text.split('-').map(Number);
  return { first, last };
}
