import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import type { PictureReason } from './picture-reason.ts';
import styles from './wall.module.css';
import { columnsOf } from './wall-choice.ts';
import { WallTile } from './wall-tile.tsx';

interface WallGridProps {
  readonly stations: readonly HubStation[];
  readonly streams: Readonly<Record<string, string>>;
  readonly isOneColumn: boolean;
  readonly hasNoRelay: boolean;
  readonly onReason: (reason: PictureReason | undefined) => void;
  readonly onStream: (sid: string, streamId: string) => void;
  /** @returns whether there is such a page */
  readonly onTurn: (by: number) => boolean;
}

/** The pictures. Arrow keys move between them, Enter opens the console, F shows one alone, Escape shows all again. */
export function WallGrid(props: WallGridProps) {
  const { hasNoRelay, isOneColumn, onReason, onStream, onTurn, stations, streams } = props;
  const { wall } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  const [at, setAt] = useState(0);
  const { large, setLarge, toggle } = useLarge(stations);
  const columns = isOneColumn ? 1 : columnsOf(stations.length);
  const focusable = Math.min(at, stations.length - 1);
  const focusTile = (index: number) => {
    list.current?.querySelector<HTMLElement>(`a[data-index="${index}"]`)?.focus();
  };
  const page = stations[0]?.sid;
  // The focused tile is on another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `page` shows that it was turned
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    focusTile(Math.min(wanted.current, stations.length - 1));
    wanted.current = undefined;
  }, [page]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const sid = target.closest<HTMLElement>('[data-sid]')?.dataset.sid;
    if (event.ctrlKey || event.metaKey || event.altKey || sid === undefined) return;
    // A list box handles letters itself.
    const takesLetters = target.closest('[aria-haspopup]') !== null;
    if (event.key.toLowerCase() === 'f' && !takesLetters) toggle(sid);
    else if (event.key === 'Escape' && large !== undefined) setLarge(undefined);
    else if (target.dataset.index !== undefined && large === undefined && pageStep(event.key) !== 0) {
      if (onTurn(pageStep(event.key))) wanted.current = Number(target.dataset.index);
    } else {
      const index = Number(target.dataset.index ?? Number.NaN);
      const to = Number.isNaN(index) ? undefined : movedIndex(event.key, index, { columns, count: stations.length });
      if (to === undefined || large !== undefined) return;
      focusTile(to);
    }
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      className={styles.grid}
      aria-label={wall.title}
      style={{ '--columns': columns, '--rows': Math.ceil(stations.length / columns) } as never}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target.dataset.index !== undefined && setAt(Number(target.dataset.index))}
    >
      {stations.map((station, index) => (
        <WallTile
          key={station.sid}
          station={station}
          index={index}
          streamId={streams[station.sid]}
          isFocusable={index === focusable}
          isLarge={large === station.sid}
          isHidden={large !== undefined && large !== station.sid}
          {...{ hasNoRelay, onReason, onStream, onLarge: toggle }}
        />
      ))}
    </ul>
  );
}

const pageStep = (key: string): number => (key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0);

/** Tile that a key goes to. */
function movedIndex(
  key: string,
  at: number,
  { columns, count }: { readonly columns: number; readonly count: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined || to < 0 || to >= count ? undefined : to;
}

/** The tile that is shown alone; the page fills the screen if the browser allows it. */
function useLarge(stations: readonly HubStation[]) {
  const [chosen, setChosen] = useState<string>();
  // One that has left the video wall is not large any more.
  const large = stations.find(({ sid }) => sid === chosen)?.sid;
  const isLarge = large !== undefined;
  useEffect(() => {
    if (!isLarge) return;
    const around = [...document.querySelectorAll<HTMLElement>('header, nav, [data-beside-wall]')];
    for (const element of around) element.inert = true;
    // Not available on phones of Apple, and refused without a user action: then it fills only the page.
    let isOver = false;
    document.documentElement.requestFullscreen?.().then(
      () => isOver && leaveFullScreen(),
      () => undefined,
    );
    const onChange = () => document.fullscreenElement === null && setChosen(undefined);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      for (const element of around) element.inert = false;
      isOver = true;
      leaveFullScreen();
    };
  }, [isLarge]);
  const toggle = useRef((sid: string) => setChosen((before) => (before === sid ? undefined : sid)));
  return { large, setLarge: setChosen, toggle: toggle.current };
}

function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
}
