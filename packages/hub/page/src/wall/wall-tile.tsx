import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { CloseIcon, FullScreenIcon } from '@kitestring/console-ui/icons.tsx';
import { SeverityBadge } from '@kitestring/console-ui/severity-mark.tsx';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { readFleetStation } from '@kitestring/hub-contract/fleet/operations.ts';
import { memo, useRef } from 'react';
import { useAlarms } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { isFlying, worstOf } from '../stations/fleet-view.ts';
import { LinkState } from '../stations/link-state.tsx';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import type { PictureReason } from './picture-reason.ts';
import { useInSight } from './use-in-sight.ts';
import { useTilePlayer } from './use-tile-player.ts';
import { usualStream } from './wall-choice.ts';
import styles from './wall-tile.module.css';

/** Another camera has other streams. */
const CAMERAS_EVERY_MS = 60_000;

interface WallTileProps {
  readonly station: HubStation;
  readonly index: number;
  /** Selected stream; undefined: the default one. */
  readonly streamId: string | undefined;
  readonly isFocusable: boolean;
  /** It is shown alone. */
  readonly isLarge: boolean;
  /** Another one is shown alone. */
  readonly isHidden: boolean;
  /** The hub has no relay: nothing is requested. */
  readonly hasNoRelay: boolean;
  readonly onReason: (reason: PictureReason | undefined) => void;
  readonly onStream: (sid: string, streamId: string) => void;
  readonly onLarge: (sid: string) => void;
}

/** The live picture of a station, with its state; its name opens the console. */
export const WallTile = memo(function Tile(props: WallTileProps) {
  const { hasNoRelay, index, isFocusable, isHidden, isLarge, onLarge, onReason, onStream, station } = props;
  const { wall } = useWords();
  const { name, sid, state } = station;
  const tile = useRef<HTMLLIElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const isInSight = useInSight(tile);
  const isOnline = state === 'online';
  const { value } = useHubReading(isOnline ? readFleetStation : undefined, {
    params: { sid },
    everyMs: CAMERAS_EVERY_MS,
  });
  const cameras = value?.inventory.cameras ?? [];
  const streamId = cameras.find((id) => id === props.streamId) ?? usualStream(cameras);
  const isWanted = isOnline && isInSight && !isHidden && !hasNoRelay;
  const { reason: ofPlayer, tryAgain } = useTilePlayer({ sid, streamId, video, isWanted, onReason });
  const reason = ((): PictureReason | undefined => {
    if (!isOnline) return state;
    if (hasNoRelay) return 'noRelay';
    if (value === undefined) return 'loading';
    return streamId === undefined ? 'noCamera' : ofPlayer;
  })();
  return (
    <li
      ref={tile}
      className={classNames(styles.tile, isLarge && styles.large)}
      data-sid={sid}
      data-alarm={isOnline ? worstOf(station) : undefined}
      data-picture={reason ?? 'live'}
      inert={isHidden}
    >
      <TileHead station={station} index={index} isFocusable={isFocusable} />
      <div className={styles.place}>
        <video ref={video} className={styles.video} muted playsInline />
        <PictureNote reason={reason} station={station} onAgain={isOnline ? tryAgain : undefined} />
        <div className={styles.tools}>
          {cameras.length > 1 && (
            <Choice
              label={wall.streamOf(name)}
              isLabelHidden
              options={cameras.map((id) => ({ id, name: wall.streams[id] ?? id }))}
              value={streamId}
              onChange={(id) => onStream(sid, id)}
            />
          )}
          <Button isSquare aria-label={isLarge ? wall.small : wall.large(name)} onPress={() => onLarge(sid)}>
            {isLarge ? <CloseIcon /> : <FullScreenIcon />}
          </Button>
        </div>
      </div>
    </li>
  );
});

interface TileHeadProps {
  readonly station: HubStation;
  readonly index: number;
  readonly isFocusable: boolean;
}

/** Name, flight and worst alarm, in one line if they fit. */
function TileHead({ index, isFocusable, station }: TileHeadProps) {
  const { states, wall } = useWords();
  const number = useNumberText(1);
  const { altitude, flight_state = 'Unknown', name, sid, state } = station;
  return (
    <div className={styles.head} data-stale={state !== 'online' || undefined}>
      <a
        className={styles.name}
        href={`/fleet/v1/stations/${sid}/`}
        data-index={index}
        tabIndex={isFocusable ? 0 : -1}
        title={`${name}. ${wall.console}`}
        aria-describedby={`wall-flight-${sid} wall-note-${sid}`}
      >
        {name}
      </a>
      <span id={`wall-flight-${sid}`} className={classNames(styles.flight, isFlying(station) && styles.flying)}>
        {states.flight[flight_state]}
        {isFlying(station) && altitude !== undefined && <span className="figures">{` ${number(altitude)} m`}</span>}
      </span>
      <WorstAlarm station={station} />
    </div>
  );
}

/** The alarm of highest severity by colour, shape and text; opens the list of alarms. */
function WorstAlarm({ station }: { readonly station: HubStation }) {
  const { severities, wall } = useWords();
  const { open } = useAlarms();
  const severity = worstOf(station);
  if (severity === undefined || severity === 'Info') return null;
  const message = open.find((alarm) => alarm.sid === station.sid && alarm.severity === severity)?.message;
  return (
    <a className={styles.alarm} href={addressOfPlace('wall', station.sid)}>
      <SeverityBadge severity={severity}>{severities[severity]}</SeverityBadge>
      {message !== undefined && (
        <span className={styles.alarmText} lang="en">
          {message}
        </span>
      )}
      <span className="hidden-visually">{wall.alarmsOf(station.name)}</span>
    </a>
  );
}

interface PictureNoteProps {
  readonly reason: PictureReason | undefined;
  readonly station: HubStation;
  readonly onAgain: (() => void) | undefined;
}

/** Reasons that pass by themselves, or that a request cannot change. */
const WITHOUT_AGAIN: ReadonlySet<PictureReason> = new Set([
  ...(['loading', 'connecting', 'frozen', 'offline', 'cloned', 'revoked'] as const),
  ...(['noRelay', 'notPermitted', 'notSupported', 'noCamera'] as const),
]);

/** Shows why there is no picture, or that it is frozen. */
function PictureNote({ onAgain, reason, station }: PictureNoteProps) {
  const { ui, wall } = useWords();
  const isLink = reason === 'offline' || reason === 'cloned' || reason === 'revoked';
  return (
    <div className={styles.note} data-reason={reason}>
      <p id={`wall-note-${station.sid}`}>
        {isLink && <LinkState station={station} />}
        {reason !== undefined && !isLink && wall.reasons[reason]}
      </p>
      {reason !== undefined && onAgain !== undefined && !WITHOUT_AGAIN.has(reason) && (
        <Button onPress={onAgain}>{ui.tryAgain}</Button>
      )}
    </div>
  );
}
