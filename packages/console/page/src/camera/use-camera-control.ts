import { onePer } from '@kitestring/console-ui/store.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { CameraControl, type CameraPort, USUAL_LIMITS } from './camera-control.ts';
import { PAGE_CLOCK } from './command-lane.ts';

/** A camera that is replaced while the page is open has other limits; its topic reports when it is off. */
const READ_EVERY_MS = 60_000;

const controlOf = onePer((link: StationLink) => new CameraControl(port(link), PAGE_CLOCK));

/** The single camera control, shared by all inputs of the page. */
export const useCameraControl = (): CameraControl => controlOf(useStation().link);

/** A part of the control's state; redraws when it changes. */
export function useControlPart<Part>(part: (control: CameraControl) => Part): Part {
  const control = useCameraControl();
  return useSyncExternalStore(control.subscribe, () => part(control));
}

/** Tells the camera control the limits of the camera, whether it may pan, and whether it may move at all. */
export function useCameraLimits(isOpen: boolean): void {
  const control = useCameraControl();
  useEffect(() => {
    control.isOpen = isOpen;
  }, [control, isOpen]);
  const model = useTopicPart('camera/state', ({ online_state }) => online_state);
  const { value: info } = useReading((client) => client.camera.getCameraInfo(), {
    everyMs: READ_EVERY_MS,
    key: model ?? '',
  });
  const isFlying = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'Flying');
  useEffect(() => {
    control.canPan = isFlying ?? true;
  }, [control, isFlying]);
  useEffect(() => {
    const { speed, tiltMaxDeg, tiltMinDeg } = USUAL_LIMITS;
    control.limits = {
      speed: {
        slowestDps: Math.max(info?.pan_speed_min ?? 0, info?.tilt_speed_min ?? 0) || speed.slowestDps,
        fastestDps: Math.min(info?.pan_speed_max ?? speed.fastestDps, info?.tilt_speed_max ?? speed.fastestDps),
      },
      tiltMinDeg: info?.tilt_min ?? tiltMinDeg,
      tiltMaxDeg: info?.tilt_max ?? tiltMaxDeg,
    };
  }, [control, info]);
}

/** A waiting order is soon replaced by newer ones, so a long wait is useless. */
const ANSWER_WITHIN_MS = 3000;

function port(link: StationLink): CameraPort {
  const options = { timeoutMs: ANSWER_WITHIN_MS };
  return {
    turnTo: ({ panDeg, tiltDeg }) =>
      link.call((client) =>
        client.camera.rotateCameraToAngle(
          { ...(panDeg !== undefined && { pan_ned: panDeg }), ...(tiltDeg !== undefined && { tilt_ned: tiltDeg }) },
          options,
        ),
      ),
    turnAt: ({ panDps, tiltDps }, durationS) =>
      link.call((client) =>
        client.camera.rotateCameraWithSpeed({ pan_speed: panDps, tilt_speed: tiltDps, duration: durationS }, options),
      ),
    zoomTo: (streamId, zoom) =>
      link.call((client) => client.videostreams.setZoom({ stream_id: streamId }, { zoom_level: zoom }, options)),
  };
}
