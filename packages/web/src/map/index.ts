export { MapArchive } from './map-archive.ts';
export { mapRoutes } from './map-routes.ts';
