import buttonStyles from '@kitestring/console-ui/button.module.css';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { GearIcon } from '@kitestring/console-ui/icons.tsx';
import menu from '@kitestring/console-ui/page-menu.module.css';
import bar from '@kitestring/console-ui/top-bar.module.css';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { FlightGlance } from '../flight/flight-state.tsx';
import { ControlChip } from '../handoff/control-chip.tsx';
import { IncidentChip } from '../incident/incident-chip.tsx';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { LateAircraftChip, LateDrawer } from './late-drawers.tsx';
import { OriginChip } from './origin-chip.tsx';
import { StationClock } from './station-clock.tsx';
import styles from './top-bar.module.css';

/** Always visible: name of the station, simulated or real, flight state, client in control. */
export function TopBar() {
  const { facts } = useStation();
  return (
    <header className={classNames(bar.bar, styles.bar)}>
      <img src="./kite.svg" alt="" width="28" height="28" />
      <h1 className={bar.name}>{facts.stationName}</h1>
      <OriginChip facts={facts} className={styles.simulated} />
      <LateAircraftChip />
      <IncidentChip />
      <span className={bar.gap} />
      <StationClock />
      <FlightGlance />
      <ControlChip />
      <PageMenu />
    </header>
  );
}

interface MenuRoom {
  readonly offsetPx: number;
  readonly maxHeightPx: number;
}

/** Room between the alarms below the bar and the flight command, which is at the top of the panel or at the lower edge. */
function roomBesideSafety(button: Element | null): MenuRoom {
  // With large text the bar of a phone has two lines.
  const fromPx = button?.getBoundingClientRect().bottom ?? 0;
  const layers = [...document.querySelectorAll('[data-react-aria-top-layer]')]
    .map((layer) => layer.getBoundingClientRect())
    .filter(({ height, right }) => height > 0 && right > innerWidth - MENU_PX);
  const upper = layers.filter(({ top }) => top < innerHeight / 2).map(({ bottom }) => bottom - fromPx);
  const lower = layers.filter(({ top }) => top >= innerHeight / 2).map(({ top }) => top);
  const offsetPx = Math.max(0, ...upper) + GAP_PX;
  return { offsetPx, maxHeightPx: Math.min(innerHeight, ...lower) - fromPx - offsetPx - GAP_PX };
}

/** As in page-menu.module.css of console/ui. */
const MENU_PX = 268;
const GAP_PX = 8;

/** Appearance, language, reference, sign out. */
export function PageMenu() {
  const words = useWords();
  const [room, setRoom] = useState<MenuRoom>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && setRoom(roomBesideSafety(button.current))}>
      <AriaButton
        ref={button}
        className={classNames(buttonStyles.button, buttonStyles.ghost, buttonStyles.square)}
        aria-label={words.shell.settings}
      >
        <GearIcon />
      </AriaButton>
      <Popover
        className={menu.popover ?? ''}
        placement="bottom end"
        offset={room?.offsetPx ?? GAP_PX}
        {...(room !== undefined && { maxHeight: room.maxHeightPx })}
      >
        <Dialog className={menu.menu ?? ''} aria-label={words.shell.settings}>
          <LateDrawer name="Settings" />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
