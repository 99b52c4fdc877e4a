import type { Station } from '@kitestring/station-core/station.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import type { StationGauge } from '@kitestring/web/pages';
import type { SimulationControls } from './worlds/world.ts';

/** Metrics of a station. */
export function stationGauges(
  station: Station,
  simulation?: SimulationControls,
  video?: Video,
): readonly StationGauge[] {
  const gauge = (name: string, help: string, read: () => number | undefined): StationGauge => ({
    name: `kitestring_${name}`,
    help,
    read,
  });
  const flight = () => station.topics.flight.value;
  const system = () => station.topics.system.value;
  return [
    gauge('airborne', '1 unless the Kite is on the ground or unknown.', () => {
      return isAirborne(station) ? 1 : 0;
    }),
    gauge('altitude_meters', 'Height of the Kite above the Ground Station.', () => flight().altitude),
    gauge('kite_battery_percent', 'Charge of the backup battery of the Kite.', () => system().kite_battery_level),
    gauge('gs_battery_percent', 'Charge of the battery of the Ground Station.', () => system().gs_battery_level),
    gauge('notifications_active', 'Notifications that are active.', () => station.notifications.active().length),
    gauge('station_time_seconds', 'Station time, seconds since 1970.', () => station.clock.nowUs() / 1e6),
    ...(video === undefined ? [] : videoGauges(video, gauge)),
    ...(simulation === undefined ? [] : simulationGauges(simulation, gauge)),
  ];
}

/** Whether the Kite is neither on the ground nor unknown. */
export const isAirborne = ({ topics }: Pick<Station, 'topics'>): boolean =>
  !['StandBy', 'Unknown'].includes(topics.flight.value.flight_state);

type MakeGauge = (name: string, help: string, read: () => number | undefined) => StationGauge;

const simulationGauges = ({ driver }: SimulationControls, gauge: MakeGauge): readonly StationGauge[] => [
  gauge('simulation_slipped_seconds', 'Simulated time that a busy machine has let go.', () => driver.slippedS),
];

/** Effects of a busy machine on the video. */
function videoGauges(video: Video, gauge: MakeGauge): readonly StationGauge[] {
  const sum = (field: 'made' | 'skipped' | 'viewers' | 'framesPerS') => () =>
    video.sources.reduce((total, source) => total + source[field], 0);
  const told = (field: 'droppedViewers' | 'refusedLogins' | 'refusedConnections') => () =>
    video.outputs.reduce((total, output) => total + output[field], 0);
  return [
    gauge('video_ready', '1 while the media process works.', () => (video.supervisor.state === 'ready' ? 1 : 0)),
    gauge(
      'video_restarts_total',
      'How often the media process had to be started again.',
      () => video.supervisor.restarts,
    ),
    gauge(
      'video_hostile_messages_total',
      'How often the media process was ended because it said what is no message.',
      () => video.supervisor.hostileMessages,
    ),
    gauge('video_viewers', 'Who watches or records, all streams together.', sum('viewers')),
    gauge(
      'video_frames_per_second',
      'Pictures that are to be made in a second now, all streams together.',
      sum('framesPerS'),
    ),
    gauge('video_frames_made', 'Pictures made since the media process started.', sum('made')),
    gauge('video_dropped_viewers', 'Viewers closed since then, because they took nothing.', told('droppedViewers')),
    gauge('video_refused_logins', 'Wrong passwords and tickets of viewers since then.', told('refusedLogins')),
    gauge(
      'video_refused_connections',
      'RTSP connections closed since then at once: too many in all, or of one address.',
      told('refusedConnections'),
    ),
    gauge('video_process_resident_bytes', 'Memory of the media process.', () => video.memory?.residentBytes),
    gauge('video_process_heap_bytes', 'JavaScript on its main thread.', () => video.memory?.heapUsedBytes),
    gauge('video_process_external_bytes', 'Its buffers outside of that.', () => video.memory?.externalBytes),
    gauge('video_frames_skipped', 'Pictures left out since then, because the machine was late.', sum('skipped')),
  ];
}
