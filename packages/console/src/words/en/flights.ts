import type { NotificationSeverity } from '@kitestring/contract/notifications/notification.ts';
import type { FlightLoss } from '@kitestring/contract/station/flights.ts';

const losses: Readonly<Record<FlightLoss, string>> = {
  unfinished: 'Log incomplete: the station was stopped during this flight.',
  damaged: 'Parts of the log are damaged and missing here.',
  messages_lost: 'Log incomplete: the disk was too slow.',
};

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const flights = {
  title: 'Flights',
  none: 'No flight logs.',
  count: (count: number) => counted(count, 'flight', 'flights'),
  more: 'Show more',
  item: (takeOff: string) => `Flight of ${takeOff}`,
  inFlight: 'in flight',
  recordings: (count: number) => counted(count, 'recording', 'recordings'),
  snapshots: (count: number) => counted(count, 'snapshot', 'snapshots'),
  losses,
  landed: 'Landed',
  landedAt: (time: string) => `Landed ${time}`,
  summary: 'Summary',
  hide: 'Close summary',
  all: 'All flights',
  report: 'Report',
  replay: 'Replay',
  duration: 'Take-off to standby',
  windMax: 'Max wind',
  notifications: 'Notifications',
  counts: (
    counts: readonly (readonly [NotificationSeverity, number])[],
    name: (severity: NotificationSeverity) => string,
  ) => (counts.length === 0 ? 'none' : counts.map(([severity, count]) => `${count} ${name(severity)}`).join(', ')),
  captures: 'Recorded',
  control: 'In control',
  nobody: 'none',
  incident: (number: string, title: string) => `Incident ${number}${title === '' ? '' : `: ${title}`}`,
  loading: 'Reading the flight log',
  replayTitle: (takeOff: string) => `Replay of the flight of ${takeOff}`,
  notLive: 'Replay - not live',
  closeReplay: 'Back to live',
  play: 'Play',
  pause: 'Pause',
  frameBack: 'One picture back',
  frameForward: 'One picture forward',
  speed: 'Speed',
  time: 'Time of the flight',
  timeLine: 'Timeline',
  jump: 'Notifications of this flight',
  noNotifications: 'No notifications.',
  noFilm: (type: string) => `${type}: not recorded`,
  filmGap: (type: string) => `${type}: no picture at this time`,
  logGap: 'No data at this time',
  keys: 'Space plays, arrow keys show single pictures, N and P jump to notifications, Escape goes back to live.',
};
