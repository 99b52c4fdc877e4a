/** Drawers that come after the seat, in a file of their own. */

export { FlightsDrawer } from '../flights/flights-drawer.tsx';
export { LandingSummary } from '../flights/landing-summary.tsx';
export { HelpDrawer } from '../help/help-drawer.tsx';
export { SeatExtras } from '../help/seat-extras.tsx';
export { PastNotifications } from '../notifications/past-notifications.tsx';
export { PinsDrawer } from '../place/pins-drawer.tsx';
export { RecordingsDrawer } from '../recordings/recordings-drawer.tsx';
export { ReplayStage } from '../replay/replay-stage.tsx';
export { SimulatorDrawer } from '../simulator/simulator-drawer.tsx';
export { SystemDrawer } from '../system/system-drawer.tsx';
export { WatchLinks } from '../watch-links/watch-links.tsx';
export { Settings } from './settings.tsx';
