/** Sections loaded after the operator's page, in a separate file. */

export { FollowChip } from '../camera/camera-follow.tsx';
export { CrewChecklist } from '../flight/crew-checklist.tsx';
export { FlightsDrawer } from '../flights/flights-drawer.tsx';
export { LandingSummary } from '../flights/landing-summary.tsx';
export { HelpDrawer } from '../help/help-drawer.tsx';
export { LastKnown } from '../help/last-known.tsx';
export { SeatExtras } from '../help/seat-extras.tsx';
export { PastNotifications } from '../notifications/past-notifications.tsx';
export { PinsDrawer } from '../place/pins-drawer.tsx';
export { PlaceCard } from '../place/place-card.tsx';
export { RecordedPicture } from '../recorded/recorded-picture.tsx';
export { ReplayBar } from '../recorded/replay-bar.tsx';
export { RecordingPlayer } from '../recordings/recording-player.tsx';
export { RecordingsDrawer } from '../recordings/recordings-drawer.tsx';
export { ReplayStage } from '../replay/replay-stage.tsx';
export { SimulatorDrawer } from '../simulator/simulator-drawer.tsx';
export { SituationPanel } from '../situation/situation-panel.tsx';
export { SystemDrawer } from '../system/system-drawer.tsx';
export { PaletteMenu } from '../video/palette-menu.tsx';
export { SecondPictureMenu } from '../video/second-picture-menu.tsx';
export { TilePictures } from '../video/tile-picture.tsx';
export { WatchLinks } from '../watch-links/watch-links.tsx';
export { AircraftChip } from './aircraft-chip.tsx';
export { Settings } from './settings.tsx';
