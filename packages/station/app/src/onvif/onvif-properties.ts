import type { OnvifProperty } from '@kitestring/onvif';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { NotificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { streamPlans } from '@kitestring/video-process/stream-plan.ts';

/** Inputs are the one form of an alarm that every recorder shows without configuration. */
const INPUTS: Readonly<Record<string, readonly NotificationName[]>> = {
  high_wind: ['HIGH_WIND'],
  main_power_lost: ['MAIN_POWER_DISCONNECTED'],
  gps_lost: ['KITE_GPS_BAD'],
};

interface Failure {
  readonly topic: string;
  /** Which part; the topic of temperature has none. Home Assistant drops a failure of storage without it. */
  readonly token?: string;
  readonly item: string;
  readonly causes: readonly NotificationName[];
}

const FAILURES: readonly Failure[] = [
  { topic: 'PowerSupplyFailure', token: 'main', item: 'Failed', causes: ['MAIN_POWER_DISCONNECTED'] },
  { topic: 'StorageFailure', token: 'recordings', item: 'Failed', causes: ['STORAGE_FULL', 'RECORDING_FAILED'] },
  { topic: 'TemperatureCritical', item: 'Critical', causes: ['KITE_OVERHEATING', 'SPOOL_OVERHEATING'] },
];

const SIGNAL_LOSS: readonly NotificationName[] = ['STREAM_LOST', 'VIDEO_DOWN', 'CAMERA_OFFLINE'];

/** Id of the first stream of a camera. */
export const mainStream = (model: CameraModel | undefined): string | undefined =>
  model === undefined ? undefined : streamPlans(model)[0]?.id;

/** Id of the thermal stream of a camera. */
export const thermalStream = (model: CameraModel | undefined): string | undefined =>
  model === undefined ? undefined : streamPlans(model).find(({ id }) => id === 'thermal')?.id;

/** States of a station that ONVIF knows a topic for. @param startedUs station time */
export function onvifProperties(
  { notifications, telemetry, topics }: Station,
  startedUs: number,
): readonly OnvifProperty[] {
  const isAny = (names: readonly NotificationName[]) => names.some((name) => notifications.isActive(name));
  const { flight_state: state } = topics.flight.value;
  const isSevere = notifications.active().some(({ severity }) => severity === 'Critical' || severity === 'Fatal');
  const inputs: readonly (readonly [string, boolean])[] = [
    ['flying', state !== 'StandBy' && state !== 'Unknown'],
    ['safety_landing', state === 'SafetyLanding'],
    ...Object.entries(INPUTS).map(([token, names]) => [token, isAny(names)] as const),
    ['alarm', isSevere],
  ];
  return [
    ...inputs.map(([token, value]) => ({
      topic: 'Device/Trigger/DigitalInput',
      source: { name: 'InputToken', value: token },
      data: { name: 'LogicalState', value },
    })),
    {
      topic: 'VideoSource/SignalLoss',
      source: { name: 'Source', value: `vs_${mainStream(telemetry.sample?.camera?.model) ?? 'camera'}` },
      data: { name: 'State', value: isAny(SIGNAL_LOSS) },
    },
    {
      topic: 'Monitoring/OperatingTime/LastReboot',
      data: { name: 'Status', value: new Date(startedUs / 1000).toISOString() },
    },
    ...FAILURES.map(({ causes, item, token, topic }) => ({
      topic: `Device/HardwareFailure/${topic}`,
      ...(token !== undefined && { source: { name: 'Token', value: token } }),
      data: { name: item, value: isAny(causes) },
    })),
  ];
}
