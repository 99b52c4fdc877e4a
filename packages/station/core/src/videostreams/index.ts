export { paletteChoice, type StreamChange, zoomChoice } from './stream-choices.ts';
export {
  authorizeViewer,
  mayWatch,
  type UsedSecrets,
  type ViewerCredentials,
  type ViewerTickets,
  viewerOfPlugin,
  viewerOfUser,
} from './viewing-permits.ts';
