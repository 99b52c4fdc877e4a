import Type from 'typebox';
import { operation } from '../operation.ts';
import { Whole } from '../schema.ts';
import { ONVIF_REQUESTS_MAX, OnvifQuirks, OnvifRequestPage } from './onvif.ts';
import { CONTROL } from './paths.ts';

const QUIRKS = { active: ['stuck_moving'] } as const;

export const getOnvifQuirks = operation({
  ...CONTROL,
  id: 'sim.onvif.quirks',
  path: '/onvif/quirks',
  summary: 'Bugs of the ONVIF camera',
  description:
    'Bugs of real cameras that it has now. What each does is in the [guide of ONVIF](../integrator/onvif.md).',
  replies: { 200: OnvifQuirks },
  replyExample: QUIRKS,
});

export const setOnvifQuirks = operation({
  ...CONTROL,
  id: 'sim.onvif.quirks.set',
  method: 'POST',
  path: '/onvif/quirks',
  summary: 'Give the ONVIF camera bugs of real cameras',
  description:
    'Replaces the list, for every client from the next request on. An empty list ends all. A restart of the Ground Station does not end them. Has no effect without `onvif.port`.',
  body: OnvifQuirks,
  replies: { 200: OnvifQuirks },
  errors: ['INVALID_REQUEST'],
  examples: [
    { summary: 'A camera that never says that it has arrived', value: QUIRKS },
    { summary: 'A good camera again', value: { active: [] } },
  ],
  replyExample: QUIRKS,
});

export const listOnvifRequests = operation({
  ...CONTROL,
  id: 'sim.onvif.requests',
  path: '/onvif/requests',
  summary: 'Requests to the ONVIF camera',
  description: `What clients asked the camera, as whom, and with which result, the oldest first. The newest ${ONVIF_REQUESTS_MAX} are kept. A client continues from \`next_after\`.`,
  query: Type.Object({
    after: Type.Optional(Whole('Number of the request after which the page begins', 0, { minimum: 0 })),
    limit: Type.Optional(Whole('Requests of the page', 100, { minimum: 1, maximum: 1000, default: 100 })),
  }),
  replies: { 200: OnvifRequestPage },
  replyExample: {
    requests: [
      {
        number: 12,
        time: '2026-03-01T09:30:00.250000+00:00',
        client: '192.168.1.20',
        operation: 'tptz:GetStatus',
        action: 'http://www.onvif.org/ver20/ptz/wsdl/GetStatus',
        soap: '1.2',
        sign_in: 'wsse',
        user: 'admin',
        status: 200,
        duration_ms: 2,
        quirks: ['stuck_moving'],
      },
    ],
    next_after: 12,
  },
});
