import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { ChevronIcon } from '@kitestring/console-ui/icons.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { PHONE, useMedia } from '@kitestring/console-ui/use-media.ts';
import { listGroups } from '@kitestring/hub-contract/fleet/group-operations.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { mayCall } from '../session/rights.ts';
import { FilterButtons } from '../shell/filter-buttons.tsx';
import { useGroups } from '../stations/use-groups.ts';
import { useWords } from '../words/words-context.tsx';
import type { PictureReason } from './picture-reason.ts';
import { StationPicker } from './station-picker.tsx';
import styles from './wall.module.css';
import {
  keepWall,
  keptWall,
  LAYOUTS,
  PICTURES_MAX,
  pageOf,
  SOURCES,
  stationsOnWall,
  type WallChoice,
  type WallSource,
  withStream,
} from './wall-choice.ts';
import { WallGrid } from './wall-grid.tsx';

/** A relay that was configured meanwhile is found after this time. */
const NO_RELAY_MS = 300_000;
const NO_COUNTS = { 1: undefined, 4: undefined, 9: undefined, 16: undefined };

/** Live pictures of several stations side by side. */
export function WallSection() {
  const words = useWords();
  const { wall } = words;
  const { isLoaded, stations } = useFleet();
  const { signedIn } = useHub();
  const { groups = [] } = useGroups();
  const { choice, setChoice } = useWallChoice();
  const [wantedPage, setPage] = useState(0);
  const [isPicking, setIsPicking] = useState(false);
  const isPhone = useMedia(PHONE);
  const noRelay = useNoRelay();
  const all = useMemo(() => stationsOnWall(choice, stations, groups), [choice, stations, groups]);
  const { entries, first, page, pages } = pageOf(all, isPhone ? PICTURES_MAX : Number(choice.layout), wantedPage);
  const onStream = useCallback(
    (sid: string, streamId: string) => setChoice((before) => withStream(before, sid, streamId)),
    [setChoice],
  );
  const sources: readonly { readonly id: WallSource; readonly name: string }[] = [
    ...SOURCES.map((id) => ({ id, name: wall.sources[id] })),
    ...(mayCall(signedIn, listGroups) ? groups : []).map(({ id, name }) => ({
      id: `group:${id}` as const,
      name: wall.group(name),
    })),
  ];
  return (
    <>
      <div className={styles.tools} data-beside-wall>
        <h2 className="hidden-visually">{wall.title}</h2>
        <div className={styles.source}>
          <Choice
            label={wall.source}
            options={sources}
            value={choice.source}
            onChange={(source) => setChoice((before) => ({ ...before, source }))}
          />
        </div>
        <Button onPress={() => setIsPicking(true)}>{wall.choose}</Button>
        {!isPhone && (
          <FilterButtons
            label={wall.layout}
            ids={LAYOUTS}
            names={wall.layouts}
            counts={NO_COUNTS}
            value={choice.layout}
            onChange={(layout) => setChoice((before) => ({ ...before, layout }))}
          />
        )}
        <Pages {...{ first, page, pages, shown: entries.length, total: all.length, onPage: setPage }} />
      </div>
      {noRelay.isMissing && (
        <div className={styles.fault} data-beside-wall>
          <Trouble text={wall.noRelay} />
          <Button onPress={noRelay.forget}>{words.ui.tryAgain}</Button>
        </div>
      )}
      {!isLoaded && <p className="nothing">{words.trouble.loading}</p>}
      {isLoaded && all.length === 0 && (
        <p className="nothing">{choice.source === 'chosen' ? wall.noneChosen : wall.none}</p>
      )}
      <WallGrid
        stations={entries}
        streams={choice.streams}
        isOneColumn={isPhone}
        hasNoRelay={noRelay.isMissing}
        onReason={noRelay.note}
        onStream={onStream}
        onTurn={(by) => {
          const isThere = page + by >= 0 && page + by < pages;
          if (isThere) setPage(page + by);
          return isThere;
        }}
      />
      {isPicking && <StationPicker choice={choice} onChange={setChoice} onClose={() => setIsPicking(false)} />}
    </>
  );
}

interface PagesProps {
  readonly first: number;
  readonly shown: number;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** The displayed stations, and the buttons for other pages. */
function Pages({ first, onPage, page, pages, shown, total }: PagesProps) {
  const { wall } = useWords();
  const number = useNumberText();
  return (
    <div className={styles.pages}>
      {total > PICTURES_MAX && <span className={styles.limit}>{wall.limit(PICTURES_MAX)}</span>}
      <span className="figures" role="status">
        {shown > 0 && wall.shown(number(first + 1), number(first + shown), number(total))}
      </span>
      {pages > 1 && (
        <>
          <Button isSquare aria-label={wall.earlier} isDisabled={page === 0} onPress={() => onPage(page - 1)}>
            <span className={styles.turnLeft}>
              <ChevronIcon />
            </span>
          </Button>
          <Button isSquare aria-label={wall.later} isDisabled={page === pages - 1} onPress={() => onPage(page + 1)}>
            <span className={styles.turnRight}>
              <ChevronIcon />
            </span>
          </Button>
        </>
      )}
    </div>
  );
}

/** The choice of this browser; every change is stored. */
function useWallChoice() {
  const [choice, setState] = useState(() => keptWall(localStorage));
  const setChoice = useCallback((change: (before: WallChoice) => WallChoice) => setState(change), []);
  useEffect(() => keepWall(localStorage, choice), [choice]);
  return { choice, setChoice };
}

/** When one tile learns that the hub has no relay, this applies to all. */
function useNoRelay() {
  const [isMissing, setIsMissing] = useState(false);
  const note = useCallback((reason: PictureReason | undefined) => reason === 'noRelay' && setIsMissing(true), []);
  const forget = () => setIsMissing(false);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => setIsMissing(false), NO_RELAY_MS);
    return () => clearTimeout(timer);
  }, [isMissing]);
  return { isMissing, note, forget };
}
