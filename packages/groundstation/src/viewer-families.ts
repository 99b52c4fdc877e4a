import type { ViewerCounts } from '@kitestring/media/process/output-report.ts';
import type { StationFamily } from '@kitestring/server/api/pages/metrics-page.ts';
import type { Video } from '@kitestring/video/video.ts';

/** Metrics of viewers, by protocol. */
export function viewerFamilies(video: Video): readonly StationFamily[] {
  const family = (name: string, help: string, field: Exclude<keyof ViewerCounts, 'protocol'>): StationFamily => ({
    name: `kitestring_video_${name}`,
    help,
    kind: field === 'viewers' ? 'gauge' : 'counter',
    label: 'protocol',
    read: () => video.viewers.map((counts) => [counts.protocol, counts[field]]),
  });
  return [
    family('protocol_viewers', 'Who watches now.', 'viewers'),
    family('sent_packets_total', 'Packets sent to viewers since the media process started.', 'packets'),
    family('sent_bytes_total', 'Bytes of video sent to viewers since the media process started.', 'bytes'),
    family('slow_frames_total', 'Pictures left out for viewers who read too slowly.', 'framesSkipped'),
  ];
}
