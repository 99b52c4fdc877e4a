import { pinKindNames } from '@kitestring/station-contract/place/pin-kind-names.ts';
import { PUSH_REASONS, type PushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import type { StationTranslator } from '../station-texts.ts';

/** Not in the catalogue: loaded with the name of the autopilot. */
export const autopilot = {
  lost: 'Autopilot not heard',
  hint: (address: string) => `Autopilot of the real aircraft, by ${address}; share of its packets that arrive`,
};
/** Not in the catalogue: loaded with the thermal picture. */
export const thermal = {
  title: 'Temperatures',
  waiting: 'Waiting for the thermal picture.',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  spotName: 'Spot',
  atCrosshair: (text: string) => `At the crosshair: ${text}`,
  atPointer: (text: string) => `At the pointer: ${text}`,
  areaName: 'Area',
  area: (min: string, mean: string, max: string) => `min ${min} · mean ${mean} · max ${max}`,
  scale: (low: string, high: string) => `Scale from ${low} to ${high}`,
  isotherm: 'Isotherm',
  sides: { off: 'Off', above: 'Above', below: 'Below' },
  limit: 'Limit',
  beyond: 'Limit, outside the scale',
  blend: 'Thermal over colour',
};

/** Not in the catalogue: loaded with the list of watch links. */
export const push = {
  title: 'Push to a relay',
  lead: 'The station sends a stream to a server of yours: RTMP, SRT or WHIP.',
  none: 'No stream is pushed.',
  states: { Connecting: 'Connecting', Live: 'Live', Waiting: 'Not received' },
  retry: (seconds: number) => `next attempt in ${seconds} s`,
  sent: (size: string) => `${size} sent`,
  skipped: (pictures: number) => `${pictures} pictures left out: the relay is too slow`,
  since: (time: string) => `since ${time}`,
  end: 'End',
  endOf: (stream: string) => `End the push of ${stream}`,
  ending: { title: (stream: string) => `End the push of ${stream}?`, text: 'The relay gets no more pictures.' },
  open: 'Push a stream',
  stream: 'Stream',
  address: 'Address',
  addressHint: 'rtmp://host/app/key, srt://host:port, or https:// of a WHIP server. Key and token are not shown again.',
  wrongAddress: 'The address of a relay begins with rtmp://, rtmps://, srt:// or https://.',
  submit: 'Start the push',
  reasons: PUSH_REASONS as Readonly<Record<PushReason, string>>,
};
export const clip = {
  title: 'Clip',
  begin: 'start of the video',
  end: 'end of the video',
  from: (mark: string) => `Mark start: ${mark}`,
  to: (mark: string) => `Mark end: ${mark}`,
  save: 'Save clip',
  addStretch: 'Add stretch',
  stretches: 'Stretches of the clip',
  removeStretch: (stretch: string) => `Remove ${stretch}`,
  remove: 'Remove',
  reversed: 'The end mark is not after the start mark.',
  made: (name: string) => `Clip ready: ${name}.`,
  again: 'Download again',
  lapse: 'Time-lapse',
  noLapse: 'No time-lapse',
  lapseOf: (seconds: string) => `Time-lapse: 1 picture per ${seconds} s`,
};
/** Texts that are loaded right after the first picture. The other languages follow these. */
export const later = {
  clip,
  autopilot,
  push,
  thermal,
  /** Formats numbers with this decimal sign. Undefined for English, the station's own language. */
  translator: undefined as ((decimalSign: string) => StationTranslator) | undefined,
  checklist: {
    summary: (done: number, all: number) => `Own checklist: ${done} of ${all} checked`,
    made: (who: string, time: string) => `${who}, ${time}`,
    edit: 'Edit the checklist',
    save: 'Save',
    lines: (most: number) => `One check per line, at most ${most}`,
    linesHint: 'Empty: the list of the station. Checks are kept with the report of the flight.',
    topics: {
      people: 'People are clear of the take-off area and know of the flight.',
      landing_area: 'The landing area is free and level, also for a safety landing.',
      weather: 'Wind, rain, icing and lightning are within limits for the whole flight.',
      airspace: 'The airspace is free: permits, other aircraft, obstacles.',
    },
  },
  pin: { kind: 'Kind', kinds: pinKindNames('en') },
  zones: {
    title: 'Geofence',
    lead: (count: number, most: number) =>
      `${count} of ${most}. Zones the Kite should keep to. A crossing warns; the station never steers for it.`,
    name: 'Name of the zone',
    rule: 'Rule',
    rules: { stay_inside: 'Stay inside', keep_out: 'Keep out', altitude_max: 'Altitude limit' },
    altitude: 'Limit above the station, metres',
    shape: 'Shape',
    aroundStation: 'Circle around the station',
    byPoints: (count: number) => `Measured points (${count})`,
    radius: 'Radius, metres',
    pointsHint:
      'Press the pin button, then set points on the large map or in the picture: two make a circle, more an area.',
    add: 'Set the zone',
    crossed: 'Crossed now.',
    faults: {
      name: 'Enter a name.',
      points: 'Set at least two points.',
      crossed: 'The lines cross: set the points in the order of the sides.',
      station: 'Station position unknown: use points.',
      radius: 'Radius: 5 to 5000 m.',
      altitude: 'Altitude limit: 1 to 500 m.',
    },
  },
  follow: {
    keepHere: 'Keep camera here',
    stop: 'Stop',
    stages: { position: 'Camera holds position', object: 'Camera follows object', lost: 'Target lost, camera stays' },
    ended: (reason: string) => `Hold ended: ${reason}.`,
    ends: {
      stopped: 'stopped',
      camera_moved: 'camera was moved',
      control_taken: 'control was taken',
      session_ended: 'its client signed out',
      target_lost: 'target lost',
      out_of_reach: 'target out of reach',
      not_flying: 'Kite not flying',
      link_lost: 'no link to the Kite',
      camera_offline: 'camera offline',
    },
  },
  measure: {
    add: 'Add point to measurement',
    undo: 'Remove last point',
    clear: 'Clear measurement',
    first: 'First point set. Click the next ones in the video.',
    length: (points: number, length: string) => `${points} points: ${length}.`,
    area: (area: string) => `Area ${area}.`,
    crossed: 'The lines cross: no area.',
    full: (most: number) => `At most ${most} points.`,
  },
  help: {
    losses: {
      title: 'What to do now',
      print: 'Print',
      lastKnown: 'Last known',
      cards: {
        kite: {
          title: 'Kite lost: no data',
          steps: [
            'Clear the landing area. Warn the incident command.',
            'Watch the Kite: it lands by its own failsafe.',
            'Hold Land: the station sends it as soon as the Kite is heard.',
            'Out of sight: search downwind of the last position.',
            'If it may leave the area, inform air traffic control.',
          ],
        },
        tether: {
          title: 'Tether cut',
          steps: [
            'Clear the landing area, and downwind of it.',
            'The Kite lands by itself on its battery. Do not pull the tether.',
            'Switch the tether power off before anyone touches the tether.',
            'Out of sight: search downwind of the last position.',
            'Do not fly before the tether has been replaced.',
          ],
        },
        station: {
          title: 'Station lost: no connection',
          steps: [
            'Clear the landing area and watch the Kite.',
            'Press the external safety land button, where there is one.',
            'Without its station the Kite lands by its own failsafe.',
            'Check power and network of the station. This page reconnects by itself.',
            'Do not switch the station off while the Kite is in the air.',
          ],
        },
      },
    },
    lead: 'Short steps for each task. Works without the internet.',
    tasks: {
      takeOff: {
        title: 'Take off',
        steps: [
          'Work through the preflight checks until the panel says Ready on the ground.',
          'Hold Take off for one second. Lids, checks and climb follow automatically.',
          'Abort: one tap, at any time before the take-off altitude is reached.',
        ],
      },
      land: {
        title: 'Land or stop',
        steps: [
          'Hold Land for one second. The Kite descends and the lids close.',
          'Stop here holds the altitude while the Kite is on its way.',
          'A safety landing cannot be aborted.',
        ],
      },
      altitude: {
        title: 'Set the altitude',
        steps: [
          'Drag the handle of the gauge, use the step buttons, or type metres and press Set.',
          'A change of more than 5 m by drag is sent with Set only.',
          'Altitudes are entered in metres, whatever unit is shown.',
        ],
      },
      camera: {
        title: 'Aim the camera',
        steps: [
          'Drag the picture: the point under the finger stays under it. A click centres a point.',
          'Wheel or two fingers zoom. The compass rose points at a bearing.',
          'Turns twist the tether. Unwind before the limit is reached.',
        ],
      },
      pictures: {
        title: 'Snapshots and recordings',
        steps: [
          'Camera button: snapshot, downloaded and stored at the station.',
          'Record button: all streams, until it is pressed again.',
          'Recordings has them all, with search, name and note.',
        ],
      },
      place: {
        title: 'Where is that?',
        steps: [
          'Long press or right click on the picture, or the pin button below it and a click: bearing, distance, coordinates with their uncertainty.',
          'Keep camera here holds it while the Kite moves. Pin marks it for everyone at this station.',
        ],
      },
      control: {
        title: 'Hand over control',
        steps: [
          'Control: enter your name and take control, or request it.',
          'A request appears above the picture. Hand over releases control to that operator.',
          'Lost control is never taken back automatically.',
        ],
      },
      alarms: {
        title: 'Alarms',
        steps: [
          'Critical and Fatal notifications appear above the picture, with an alarm sound.',
          'What to do opens the action. Silence stops the sound until the next alarm.',
          'The station reacts automatically. Monitor the state, do not work against it.',
        ],
      },
      linkLost: {
        title: 'Link to the station lost',
        steps: [
          'A red line counts the seconds; figures turn grey.',
          'Land stays live: the command may get through. Check network and cable.',
          'The Kite keeps flying under the rules of the station.',
        ],
      },
      watch: {
        title: 'Show it to a command post',
        steps: [
          'Control, Watch-only links: create a link and pass on its address or QR code.',
          'Revoke closes it on every screen at once.',
        ],
      },
    },
    shortcuts: 'Keyboard shortcuts',
    keys: {
      help: { key: '?', does: 'This help' },
      skip: { key: 'Tab', does: 'At the top of the page: skip to the flight command' },
      close: { key: 'Esc', does: 'Close dialogs, discard unsent input' },
      hold: { key: 'Space, Enter', does: 'Held on Take off or Land: confirm' },
      aim: { key: '← ↑ → ↓', does: 'On the picture: aim the camera while held' },
      where: { key: 'Menu', does: 'On the picture: where its middle is' },
      zoom: { key: '+ −', does: 'On the picture: zoom' },
      zoomOut: { key: '0', does: 'On the picture: zoom all the way out' },
      map: { key: 'M', does: 'Swap map and video' },
      layout: { key: 'V', does: 'One, two, four pictures' },
      presets: { key: '1 – 9', does: 'Camera presets' },
      altitude: { key: '↑ ↓, Enter', does: 'On the gauge: choose and send the target' },
    },
    tourAgain: 'Show the tour again',
  },
  tour: {
    title: 'Tour',
    steps: {
      fly: {
        title: 'Flight',
        text: 'The large button is the next flight command: hold it for a second. Alarms and this button are never covered.',
      },
      look: {
        title: 'Camera',
        text: 'Drag the picture to aim, wheel or two fingers to zoom. A click centres a point.',
      },
      help: {
        title: 'Help',
        text: 'Help and shortcuts: key ? or Help in the list of sections. Settings has units and text size.',
      },
    },
    place: (step: number, of: number) => `${step} of ${of}`,
    next: 'Next',
    done: 'Done',
    skip: 'Skip the tour',
  },
};
