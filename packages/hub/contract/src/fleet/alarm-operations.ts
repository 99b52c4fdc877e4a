import { operation } from '@kitestring/station-contract/operation.ts';
import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type from 'typebox';
import { Sid } from '../tokens.ts';
import { ALARM_FILTERS, ALARM_PAGE_MAX, AlarmId, FleetAlarm, FleetAlarms } from './alarms.ts';
import { FLEET_BASE } from './operations.ts';

export const listFleetAlarms = operation({
  base: FLEET_BASE,
  id: 'fleet.alarms',
  path: '/alarms',
  access: ['read'],
  summary: 'Alarms of all stations',
  description:
    'From the archived records: alarms of an offline station appear when its records have arrived. An alarm of an earlier epoch, or of a revoked station, counts as ended.',
  query: Type.Object({
    state: Type.Optional(
      OneOf(
        ALARM_FILTERS,
        '`active` when absent. `unacknowledged`: active, and not acknowledged. `ended`: most recently ended first.',
      ),
    ),
    sid: Type.Optional(Sid),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: ALARM_PAGE_MAX,
        description: 'Maximum number of entries in the answer; 200 when absent.',
      }),
    ),
  }),
  replies: { 200: FleetAlarms },
  errors: ['STORE_UNUSABLE'],
});

export const acknowledgeFleetAlarm = operation({
  base: FLEET_BASE,
  id: 'fleet.alarm.acknowledge',
  method: 'POST',
  path: '/alarms/{id}/acknowledge',
  access: { anyOf: ['control', 'internal'] },
  summary: 'Acknowledge an alarm',
  description:
    'Records the name of the caller and the time. Only the first acknowledgement counts. The station is not informed, and the notification stays active there.',
  params: Type.Object({ id: AlarmId }),
  replies: { 200: FleetAlarm },
  errors: ['NOT_FOUND', 'STORE_UNUSABLE'],
});

export const ALARM_OPERATIONS = [listFleetAlarms, acknowledgeFleetAlarm];
