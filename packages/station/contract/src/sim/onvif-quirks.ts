/** One bug of real cameras that the simulated one can have. */
interface OnvifQuirkDefinition {
  /** Consequence that a client meets. */
  readonly effect: string;
  /** Report of it from the field: issue or pull request, below https://github.com/. */
  readonly source: string;
}

const core = (number: number) => `home-assistant/core/issues/${number}`;
const frigate = (number: number) => `blakeblackshear/frigate/issues/${number}`;

/** Every bug of a real camera that the simulated one can be given. Names are stable. */
export const ONVIF_QUIRKS = {
  stuck_moving: { effect: 'MoveStatus stays MOVING after a RelativeMove.', source: frigate(7958) },
  always_idle: {
    effect: 'MoveStatus is IDLE while the camera turns.',
    source: 'roleoroleo/sonoff-hack/issues/174',
  },
  no_move_status: { effect: 'GetStatus has no MoveStatus.', source: 'roleoroleo/sonoff-hack/issues/174' },
  late_idle: {
    effect: 'MoveStatus becomes IDLE 5 s after the camera has arrived.',
    source: 'blakeblackshear/frigate/pull/19873',
  },
  status_blocks: {
    effect: 'GetStatus answers only when the camera stands; PTZTimeout is from 0 to 0.',
    source: 'onvif/testspecs/issues/132',
  },
  fov_refused: {
    effect: 'TranslationSpaceFov is listed, and a move in it is refused with SpaceNotSupported.',
    source: frigate(8568),
  },
  fov_not_default: {
    effect: 'TranslationSpaceFov is listed, and is not the default of any profile.',
    source: frigate(23_377),
  },
  degenerate_ranges: {
    effect: 'Ranges of relative moves are from 0 to 0 and from 1 to 1, those of speeds are infinite.',
    source: 'roleoroleo/yi-hack-Allwinner-v2/issues/767',
  },
  no_zoom_status: { effect: 'GetStatus has no zoom.', source: 'agsh/onvif/issues/103' },
  timeout_ignored: { effect: 'A ContinuousMove continues until Stop.', source: 'koush/scrypted/pull/2124' },
  timeout_refused: { effect: 'A ContinuousMove with a Timeout is refused.', source: 'Jazea/Onvif.Core/issues/30' },
  stop_ignored: {
    effect: 'Stop is answered, and the camera continues to turn: only a ContinuousMove with 0 ends it.',
    source: 'home-assistant/core/pull/163173',
  },
  wrong_xaddr: {
    effect: 'Addresses of services are of another network.',
    source: frigate(18_352),
  },
  https_redirect: { effect: 'Each request is redirected to a page by HTTPS.', source: 'agsh/onvif/issues/307' },
  action_needed: {
    effect: 'A request without an action in Content-Type or SOAPAction gets an empty answer.',
    source: 'agsh/onvif/pull/498',
  },
  soap11_only: { effect: 'A request in SOAP 1.2 gets an empty answer.', source: 'OpenIPC/viewer/pull/65' },
  bad_utf8: {
    effect: 'GetDeviceInformation has a byte that is no UTF-8; names of presets are encoded twice.',
    source: core(89_620),
  },
  undeclared_prefix: {
    effect: 'The prefixes ter and wsa are not declared.',
    source: 'mvantellingen/python-zeep/issues/1205',
  },
  clock_off: {
    effect: 'The clock is three hours late, and tokens must be of the last 5 s of it.',
    source: core(121_952),
  },
  pull_cut: {
    effect: 'The connection of a pull is closed after 10 s without an event.',
    source: 'agsh/onvif/pull/314',
  },
  termination_needed: {
    effect: 'A pull point without InitialTerminationTime is refused with 500.',
    source: 'openvideolibs/python-onvif-zeep-async/pull/13',
  },
  one_subscription: {
    effect: 'A second subscription is refused; Unsubscribe ends all.',
    source: core(51_870),
  },
  odd_topics: {
    effect: 'Topics end in `//.`; times are written as 06-11-2021T09:17:46Z and 0000-00-00T00:00:00Z.',
    source: core(59_958),
  },
  same_identity: {
    effect: 'MAC address and serial number are those of every such camera.',
    source: core(162_687),
  },
  snapshot_bad: {
    effect: 'The address of the snapshot is rtsp://, and the old one closes the connection.',
    source: core(66_554),
  },
  capabilities_500: { effect: 'GetCapabilities answers 500, while GetServices works.', source: core(73_985) },
} as const satisfies Readonly<Record<string, OnvifQuirkDefinition>>;

export type OnvifQuirkName = keyof typeof ONVIF_QUIRKS;

/** In the order of the reference. */
export const ONVIF_QUIRK_NAMES = Object.keys(ONVIF_QUIRKS) as OnvifQuirkName[];
