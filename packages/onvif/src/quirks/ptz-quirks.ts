import { type Cancel, US_PER_S } from '@kitestring/base/clock.ts';
import { SPACE } from '../ptz/spaces.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import { always, type Quirk, type QuirkContext, quirkTable, rewritten } from './quirk.ts';

const STATUS = 'tptz:GetStatus';
const MOVES = [
  ...['AbsoluteMove', 'RelativeMove', 'ContinuousMove', 'GeoMove', 'Stop', 'GotoPreset', 'GotoHomePosition'].map(
    (name) => `tptz:${name}`,
  ),
];
const NODES = ['tptz:GetNodes', 'tptz:GetNode', 'tptz:GetConfigurationOptions'];
const LATE_US = 5 * US_PER_S;
const LOOK_US = US_PER_S / 10;
/** An order is given within this time, or refused. */
const BEGINS_WITHIN_US = US_PER_S;
const BLOCKED_US = 60 * US_PER_S;

const asMoving = (text: string) => text.replace('<tt:PanTilt>IDLE', '<tt:PanTilt>MOVING');

function stuckMoving(): Quirk {
  let isStuck = false;
  return {
    carryOut: ({ operation }) => {
      if (MOVES.includes(operation)) isStuck = operation === 'tptz:RelativeMove';
      return undefined;
    },
    write: rewritten([STATUS], (text) => (isStuck ? asMoving(text) : text)),
  };
}

/** A move is watched until its end, because its client may ask for no status before. */
function lateIdle(): Quirk {
  let turnedUs = Number.NEGATIVE_INFINITY;
  let endWatch: Cancel | undefined;
  const watch = ({ clock, ptz }: QuirkContext, beganUs: number) => {
    endWatch?.();
    const look = () => {
      if (ptz.isTurning) turnedUs = clock.nowUs();
      const goesOn = ptz.isTurning || clock.nowUs() - beganUs < BEGINS_WITHIN_US;
      endWatch = goesOn ? clock.schedule(clock.nowUs() + LOOK_US, look) : undefined;
    };
    look();
  };
  return {
    carryOut: (context) => {
      const { clock, operation, ptz } = context;
      const isMove = MOVES.includes(operation);
      if (isMove || (operation === STATUS && ptz.isTurning)) turnedUs = clock.nowUs();
      if (isMove) watch(context, turnedUs);
      return undefined;
    },
    write: (text, { clock, operation }) =>
      operation === STATUS && clock.nowUs() - turnedUs < LATE_US ? asMoving(text) : text,
    close: () => endWatch?.(),
  };
}

/** Resolves when the camera stands, or the client has gone. */
async function stands({ clock, over, ptz }: QuirkContext): Promise<undefined> {
  const endUs = clock.nowUs() + BLOCKED_US;
  while (ptz.isTurning && !over().aborted && clock.nowUs() < endUs) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.schedule(clock.nowUs() + LOOK_US, () => resolve());
    over().addEventListener('abort', () => resolve(), { once: true });
    await promise;
    cancel();
  }
}

function refusedFov({ operation, soap }: QuirkContext): undefined {
  if (operation !== 'tptz:RelativeMove') return;
  const turn = childOf(childOf(soap.body, 'Translation'), 'PanTilt');
  if (turn === undefined || (turn.attributes.get('space') ?? SPACE.panTiltFov) !== SPACE.panTiltFov) return;
  throw argumentFault('the space is not supported', 'SpaceNotSupported');
}

const ranges = (text: string, element: string, min: string, max: string): string =>
  text.replaceAll(new RegExp(`<tt:${element}>.*?</tt:${element}>`, 'g'), (space) =>
    space.replaceAll(/<tt:Min>[^<]*/g, `<tt:Min>${min}`).replaceAll(/<tt:Max>[^<]*/g, `<tt:Max>${max}`),
  );

const degenerate = (text: string): string =>
  ranges(
    ranges(ranges(text, 'RelativePanTiltTranslationSpace', '0', '0'), 'RelativeZoomTranslationSpace', '1', '1'),
    'ContinuousPanTiltVelocitySpace',
    '-INF',
    'INF',
  );

const ignoredStop = ({ operation }: QuirkContext): Markup | undefined =>
  operation === 'tptz:Stop' ? xml`` : undefined;

export const PTZ_QUIRKS = quirkTable({
  stuck_moving: stuckMoving,
  always_idle: always({ write: rewritten([STATUS], (text) => text.replaceAll('>MOVING<', '>IDLE<')) }),
  no_move_status: always({
    write: rewritten([STATUS], (text) => text.replace(/<tt:MoveStatus>.*<\/tt:MoveStatus>/, '')),
  }),
  late_idle: lateIdle,
  status_blocks: always({
    carryOut: (context) => (context.operation === STATUS ? stands(context) : undefined),
    write: rewritten(NODES, (text) => ranges(text, 'PTZTimeout', 'PT0S', 'PT0S')),
  }),
  fov_refused: always({ carryOut: refusedFov }),
  fov_not_default: always({
    write: (text) =>
      text.replaceAll(/(?<=<tt:DefaultRelativePanTiltTranslationSpace>)[^<]*/g, SPACE.panTiltTranslation),
  }),
  degenerate_ranges: always({ write: rewritten(NODES, degenerate) }),
  no_zoom_status: always({
    write: rewritten([STATUS], (text) => text.replace(/<tt:Zoom [^>]*\/>/, '').replace(/<tt:Zoom>\w*<\/tt:Zoom>/, '')),
  }),
  /** The move itself has no end then: see `continuousMove`. */
  timeout_ignored: always({}),
  timeout_refused: always({
    carryOut: ({ operation, soap }) => {
      if (operation === 'tptz:ContinuousMove' && textAt(soap.body, 'Timeout') !== undefined)
        throw argumentFault('Timeout is not supported');
      return undefined;
    },
  }),
  stop_ignored: always({ carryOut: ignoredStop }),
});
