import Type from 'typebox';
import { type Operation, operation } from '../operation.ts';
import {
  addAccount,
  changeAccount,
  changeOwnPassword,
  getOwnAccount,
  listAccounts,
  removeAccount,
  signIn,
} from './account-operations.ts';
import { forgetCameraPreset, keepCameraPreset, listCameraPresets } from './camera-preset-operations.ts';
import {
  changeCapture,
  deleteSnapshot,
  getCaptureThumbnail,
  getKeptSnapshot,
  listCaptures,
  takeSnapshot,
  watchCaptures,
} from './capture-operations.ts';
import { FlightTotals, Trends } from './flight-figures.ts';
import { getFlight, getFlightData, getFlightReport, listFlights } from './flight-operations.ts';
import { endIncident, getIncident, setIncident } from './incident-operations.ts';
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
import { STATION_BASE } from './paths.ts';
import { addPin, deletePin, listPins, locateDirection, locatePixel } from './place-operations.ts';
import { Readiness } from './readiness.ts';
import { listSignatures, signReadiness } from './signature-operations.ts';
import { getThermalArea, getThermalScale, getThermalSpot } from './thermal-operations.ts';
import { addWatchLink, listWatchLinks, openWatchLink, revokeWatchLink } from './watch-link-operations.ts';

export * from './account-operations.ts';
export * from './camera-preset-operations.ts';
export * from './capture-operations.ts';
export * from './flight-operations.ts';
export * from './incident-operations.ts';
export * from './map-operations.ts';
export * from './notification-operations.ts';
export * from './passkey-operations.ts';
export * from './place-operations.ts';
export * from './signature-operations.ts';
export * from './thermal-operations.ts';
export * from './watch-link-operations.ts';

/** Version of these paths, which are not part of the published API. */
export const STATION_API_VERSION = '1.0.0';

export const readiness = operation({
  base: STATION_BASE,
  access: ['read'],
  id: 'station.readiness',
  method: 'GET',
  path: '/readiness',
  summary: 'What a take-off needs',
  description:
    'Every preflight check with its state, its figure and its limit. The take-off is judged by these same checks, when it is asked for and until the climb begins: what is listed as refusing refuses it, and nothing else does but the state of the flight and whoever else is in control. Two things are found out only by taking off: that the lids do not open, and that the motors do not start.',
  replies: { 200: Readiness },
  errors: [],
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
        message: 'the Kite backup battery must be at least at 50 %, is at 41.5 %',
        value: 41.5,
        min: 50,
        unit: '%',
      },
      { check: 'wind', state: 'unknown', max: 12, unit: 'm/s' },
    ],
  },
});

export const getFlightFigures = operation({
  base: STATION_BASE,
  access: ['read'],
  id: 'station.flight',
  method: 'GET',
  path: '/flight',
  summary: 'The flight in figures',
  description:
    'How long the flight has lasted, how high it went, how much tether is out and how far it is twisted: the same for every client, whenever it came. After the landing it is that of the last flight. A restart of the Ground Station in the air keeps when the flight began, and counts the greatest height anew.',
  replies: { 200: FlightTotals },
  errors: [],
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
  base: STATION_BASE,
  access: ['read'],
  id: 'station.trends',
  method: 'GET',
  path: '/trends',
  summary: 'Readings of the last hours',
  description:
    'What the station has measured in the last 8 hours of station time, in periods of 10 s: since it was started as it was measured, before that from the flight logs, so without the time on the ground.',
  query: Type.Object({
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 480, default: 480, description: 'How far back.', examples: [60] }),
    ),
  }),
  replies: { 200: Trends },
  errors: [],
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
  listSignatures,
  signReadiness,
  getIncident,
  setIncident,
  endIncident,
  listCameraPresets,
  keepCameraPreset,
  forgetCameraPreset,
  getFlightFigures,
  getTrends,
  listEndedNotifications,
  listFlights,
  getFlight,
  getFlightData,
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
  removeAccount,
  locateDirection,
  locatePixel,
  listPins,
  addPin,
  deletePin,
  getThermalSpot,
  getThermalArea,
  getThermalScale,
  getMap,
  getMapArchive,
  listCaptures,
  watchCaptures,
  getCaptureThumbnail,
  changeCapture,
  takeSnapshot,
  getKeptSnapshot,
  deleteSnapshot,
];
