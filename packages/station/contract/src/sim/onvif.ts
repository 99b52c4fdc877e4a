import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Timestamp, Whole } from '../schema.ts';
import { ONVIF_QUIRK_NAMES } from './onvif-quirks.ts';

/** Requests that are kept. */
export const ONVIF_REQUESTS_MAX = 1000;

const quirks = (description: string) =>
  Type.Array(OneOf(ONVIF_QUIRK_NAMES, 'Name of a bug', 'stuck_moving'), { description, uniqueItems: true });

export const OnvifQuirks = named('OnvifQuirks', 'Bugs of real cameras that the ONVIF camera has now.', {
  active: quirks('Their names. An empty list: a camera without them'),
});

/** Which credentials a request showed. */
const ONVIF_SIGN_INS = ['none', 'wsse', 'digest', 'both', 'other'] as const;

export const OnvifRequest = named('OnvifRequest', 'A request to the ONVIF camera, and its result.', {
  number: Whole('Number of the request, from 1', 12, { minimum: 1 }),
  time: Timestamp('Real time of the request.'),
  client: Text('Address of the client', '192.168.1.20'),
  operation: Text(
    'Operation as service:name, or snapshot; a question mark where no operation could be read',
    'tptz:Stop',
  ),
  action: Type.Optional(
    Text('Action of SOAP, as the client sent it', 'http://www.onvif.org/ver20/ptz/wsdl/Stop', { maxLength: 256 }),
  ),
  soap: Type.Optional(OneOf(['1.1', '1.2'], 'Version of SOAP', '1.2')),
  sign_in: OneOf(
    ONVIF_SIGN_INS,
    'Credentials of the request: a WS-UsernameToken, HTTP Digest, both, or others',
    'wsse',
  ),
  user: Type.Optional(Text('Name of the user that the request claims', 'admin', { maxLength: 64 })),
  status: Whole('HTTP status of the answer; 0: the connection was closed without one', 200, {
    minimum: 0,
    maximum: 599,
  }),
  fault: Type.Optional(Text('Codes of the SOAP fault', 'InvalidArgVal/NoProfile')),
  reason: Type.Optional(Text('Reason of the SOAP fault', 'ProfileToken is missing')),
  duration_ms: Type.Integer({ minimum: 0, description: 'Time until the answer, ms' }),
  quirks: quirks('Bugs that the camera had'),
});

export const OnvifRequestPage = named('OnvifRequestPage', 'Requests to the ONVIF camera, the oldest first.', {
  requests: Type.Array(OnvifRequest, { description: 'Requests of the page' }),
  next_after: Type.Integer({ minimum: 0, description: 'Where the next page begins' }),
});

export type OnvifQuirks = Static<typeof OnvifQuirks>;
export type OnvifRequest = Static<typeof OnvifRequest>;
export type OnvifRequestPage = Static<typeof OnvifRequestPage>;
