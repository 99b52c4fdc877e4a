import Type from 'typebox';
import { type Operation, operation } from '../operation.ts';
import { OneOf, Text, Whole } from '../schema.ts';
import {
  addAccount,
  changeAccount,
  changeOwnPassword,
  evictAccount,
  getOwnAccount,
  listAccounts,
  removeAccount,
  signIn,
} from './account-operations.ts';
import { getAircraftLink } from './aircraft-link.ts';
import { getCameraFollow, moveFollowBox, startCameraFollow, stopCameraFollow } from './camera-follow-operations.ts';
import { forgetCameraPreset, keepCameraPreset, listCameraPresets } from './camera-preset-operations.ts';
import {
  CHANGES_WAIT_S,
  changeCapture,
  deleteSnapshot,
  getCaptureThumbnail,
  getKeptSnapshot,
  listCaptures,
  takeSnapshot,
  watchCaptures,
} from './capture-operations.ts';
import { checkItem, getChecklist, setChecklist } from './checklist-operations.ts';
import { makeClip } from './clip-operations.ts';
import { getPictureDisplay, setPictureDisplay } from './display-operations.ts';
import { FlightTotals, Trends } from './flight-figures.ts';
import { getFlight, getFlightData, getFlightLog, getFlightReport, listFlights } from './flight-operations.ts';
import { addZone, deleteZone, getGeofence } from './geofence-operations.ts';
import { getGround, orderLine, setTetherPower } from './ground-operations.ts';
import { endIncident, getIncident, setIncident } from './incident-operations.ts';
import { getInstruments } from './instruments.ts';
import { watchLists } from './list-operations.ts';
import { getMap, getMapArchive } from './map-operations.ts';
import { listEndedNotifications } from './notification-operations.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listOwnPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkey-operations.ts';
import { READS } from './paths.ts';
import { cancelPendingLanding, setPendingLanding } from './pending-landing-operations.ts';
import { addPin, deletePin, listPins, locateDirection, locatePixel } from './place-operations.ts';
import { addPrivacyMask, listPrivacyMasks, removePrivacyMask } from './privacy-mask-operations.ts';
import { endPush, listPushes, setPush } from './push-operations.ts';
import { Readiness } from './readiness.ts';
import { listSignatures, signReadiness } from './signature-operations.ts';
import { getThermalArea, getThermalImage, getThermalScale, getThermalSpot } from './thermal-operations.ts';
import { addWatchLink, listWatchLinks, openWatchLink, revokeWatchLink } from './watch-link-operations.ts';
import { getWindLoad } from './wind-load.ts';

export * from './account-operations.ts';
export { getAircraftLink } from './aircraft-link.ts';
export * from './camera-follow-operations.ts';
export * from './camera-preset-operations.ts';
export * from './capture-operations.ts';
export * from './checklist-operations.ts';
export { makeClip } from './clip-operations.ts';
export * from './display-operations.ts';
export * from './flight-operations.ts';
export * from './geofence-operations.ts';
export * from './ground-operations.ts';
export * from './incident-operations.ts';
export { getInstruments } from './instruments.ts';
export { watchLists } from './list-operations.ts';
export * from './map-operations.ts';
export * from './notification-operations.ts';
export * from './passkey-operations.ts';
export * from './pending-landing-operations.ts';
export * from './place-operations.ts';
export * from './privacy-mask-operations.ts';
export * from './push-operations.ts';
export * from './signature-operations.ts';
export * from './thermal-operations.ts';
export * from './watch-link-operations.ts';
export { getWindLoad } from './wind-load.ts';

export const readiness = operation({
  ...READS,
  id: 'station.readiness',
  path: '/readiness',
  summary: 'Preflight checks',
  description:
    'Every preflight check with its state, value and limit. Take-off is judged by the same checks, when it is requested and until the climb begins: it is refused by a check listed as refusing, by the flight state, or because another client is in control, and for no other reason. Two faults appear only during take-off: lids that do not open, and motors that do not start.',
  replies: { 200: Readiness },
  replyExample: {
    ready: false,
    flight_state: 'StandBy',
    revision: '5f3a09c1',
    checks: [
      { check: 'kite_detected', state: 'ok' },
      {
        check: 'kite_battery',
        state: 'refuses',
        code: 'BATTERY_NOT_READY',
        message: 'the Kite backup battery must be charged to at least 50 %, is at 41.5 %',
        value: 41.5,
        min: 50,
        unit: '%',
      },
      { check: 'wind', state: 'unknown', max: 12, unit: 'm/s' },
    ],
  },
});

/** How long `readiness/changes` waits, seconds. */
export const READINESS_WAIT_S = CHANGES_WAIT_S;

export const watchReadiness = operation({
  ...READS,
  id: 'station.readiness.changes',
  path: '/readiness/changes',
  summary: 'Wait for a change of what a take-off needs',
  description: `Answers as soon as a check or the flight is in another state than in this revision, and after ${READINESS_WAIT_S} s at the latest, then with the figures of that moment. Without a revision it answers at once.`,
  answersWithinS: READINESS_WAIT_S + 10,
  query: Type.Object({
    revision: Type.Optional(Text('The revision that the client knows.', '5f3a09c1', { maxLength: 64 })),
  }),
  replies: { 200: Readiness },
  replyExample: readiness.replyExample,
});

export const getFlightFigures = operation({
  ...READS,
  id: 'station.flight',
  path: '/flight',
  summary: 'Figures of the flight',
  description:
    'Flight time, maximum height, tether length and twist: the same for every client, whenever it connected. After the landing they are those of the last flight. A restart of the Ground Station in the air keeps the start of the flight and resets the maximum height. While nothing is heard of the Kite, also what it said last, and a landing that waits for it.',
  replies: { 200: FlightTotals },
  replyExample: {
    in_flight: true,
    began_time: '2026-03-01T09:30:00.250000+00:00',
    flight_s: 754.2,
    altitude_max: 42.3,
    tether_out: 31.4,
    tether_twist: -1.25,
    tether_twist_max: 10,
  },
});

export const getTrends = operation({
  ...READS,
  id: 'station.trends',
  path: '/trends',
  summary: 'Trends of the last hours',
  description:
    'Measurements of the last 8 hours of station time, in periods of 10 s: measured since the start of the station, before that from the flight logs, therefore without the time on the ground. Periods of 1 s are kept for 10 minutes, since the start of the station only.',
  query: Type.Object({
    minutes: Type.Optional(Whole('Length of the time range.', 60, { minimum: 1, maximum: 480, default: 480 })),
    period: Type.Optional(OneOf(['1s', '10s'], 'Length of a period; 10 s when absent.', '10s')),
  }),
  replies: { 200: Trends },
  replyExample: {
    end_time: '2026-03-01T09:30:00.000000+00:00',
    period_s: 10,
    altitude: [null, 20.1],
    altitude_target: [null, 20],
    wind_max: [null, 6.2],
    tension_max: [null, 31],
    kite_battery: [100, 100],
    gs_battery: [98, 98],
  },
});

/** Operations under `/station/v1`, in addition to the published API. */
export const STATION_OPERATIONS: readonly Operation[] = [
  readiness,
  watchReadiness,
  watchLists,
  listSignatures,
  signReadiness,
  getChecklist,
  setChecklist,
  checkItem,
  getGeofence,
  addZone,
  deleteZone,
  getIncident,
  setIncident,
  endIncident,
  listCameraPresets,
  keepCameraPreset,
  forgetCameraPreset,
  getCameraFollow,
  startCameraFollow,
  moveFollowBox,
  stopCameraFollow,
  getFlightFigures,
  setPendingLanding,
  cancelPendingLanding,
  getWindLoad,
  getInstruments,
  getAircraftLink,
  getGround,
  orderLine,
  setTetherPower,
  getTrends,
  listEndedNotifications,
  listFlights,
  getFlight,
  getFlightData,
  getFlightLog,
  getFlightReport,
  listWatchLinks,
  addWatchLink,
  revokeWatchLink,
  openWatchLink,
  signIn,
  beginPasskeySignIn,
  signInWithPasskey,
  getOwnAccount,
  changeOwnPassword,
  listOwnPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  listAccounts,
  addAccount,
  changeAccount,
  evictAccount,
  removeAccount,
  locateDirection,
  locatePixel,
  listPins,
  addPin,
  deletePin,
  getThermalSpot,
  getThermalArea,
  getThermalScale,
  getThermalImage,
  listPushes,
  setPush,
  endPush,
  listPrivacyMasks,
  addPrivacyMask,
  removePrivacyMask,
  getPictureDisplay,
  setPictureDisplay,
  getMap,
  getMapArchive,
  listCaptures,
  watchCaptures,
  getCaptureThumbnail,
  changeCapture,
  takeSnapshot,
  getKeptSnapshot,
  deleteSnapshot,
  makeClip,
];
