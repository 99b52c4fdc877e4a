import { ApiError } from '@kitestring/client/api-error.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { CameraFollow, FollowEnd } from '@kitestring/station-contract/station/camera-follow.ts';
import { useEffect, useRef, useState } from 'react';
import { useWhyNotText } from '../permission/use-why-not.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './camera-follow.module.css';
import { followEnd, followStage } from './follow-end.ts';

const FOLLOW: SharedReadingDefinition<CameraFollow | undefined> = {
  isOnlyLive: true,
  read: async ({ station }) => {
    try {
      return await station.getCameraFollow();
    } catch (error) {
      // A hub also shows stations that cannot follow yet.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },
  list: 'camera_follow',
};

/** Keeps the camera on a position. Hidden from viewers, and where the station cannot do it. */
export function KeepHere({ at: { latDeg, lonDeg } }: { readonly at: LatLon }) {
  const { follow: texts } = useWords().later ?? {};
  const { again, value: follow } = useSharedReading(FOLLOW);
  const mayControl = useScope('control');
  const why = useWhyNotText('camera');
  const keeping = useCommand(async ({ station }) => {
    await station.startCameraFollow({ point: { latitude: latDeg, longitude: lonDeg } });
    again();
  });
  if (texts === undefined || follow === undefined || !mayControl) return null;
  return (
    <Off why={why}>
      <Button isWide isPending={keeping.isBusy} onPress={() => void keeping.send()}>
        {texts.keepHere}
      </Button>
      <OffReason />
      <Trouble text={keeping.trouble} />
    </Off>
  );
}

/** Long enough to read it twice. */
const NOTE_MS = 12_000;

/** Says on the picture that the camera follows, with a button that ends it, and for a while why it ended. */
export function FollowChip() {
  const { follow: texts } = useWords().later ?? {};
  const { again, value: follow } = useSharedReading(FOLLOW);
  const end = useFollowEnd(follow);
  const mayControl = useScope('control');
  const why = useWhyNotText('command');
  const stopping = useCommand(async ({ station }) => {
    await station.stopCameraFollow();
    again();
  });
  if (texts === undefined) return null;
  const stage = followStage(follow);
  const text = stage === undefined ? end && texts.ended(texts.ends[end]) : texts.stages[stage];
  return (
    <div className={styles.chip} data-follow={follow?.state} data-shown={text !== undefined || undefined}>
      <span role="status">{text}</span>
      {stage !== undefined && mayControl && (
        <Off why={why}>
          <Button isPending={stopping.isBusy} onPress={() => void stopping.send()}>
            {texts.stop}
          </Button>
          <OffReason isHidden />
        </Off>
      )}
      <Trouble text={stopping.trouble} />
    </div>
  );
}

function useFollowEnd(follow: CameraFollow | undefined): FollowEnd | undefined {
  const before = useRef(follow);
  const [end, setEnd] = useState<FollowEnd>();
  useEffect(() => {
    const ended = followEnd(before.current, follow);
    before.current = follow;
    // Another reading of the same end changes nothing.
    if (ended !== undefined) setEnd(ended);
  }, [follow]);
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(() => setEnd(undefined), NOTE_MS);
    return () => clearTimeout(timer);
  }, [end]);
  return end;
}
