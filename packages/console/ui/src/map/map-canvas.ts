import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { addProtocol, type ErrorEvent, Map as MapLibre, removeProtocol, setWorkerUrl } from 'maplibre-gl';
// A separate file: the policy of the page allows workers from the station only.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { PMTiles } from 'pmtiles';
import { ARCHIVE_PROTOCOL, type MapContent, mapStyle, SOURCES } from './map-style.ts';
import type { MapPosition } from './mercator.ts';

/** Source that does not load. */
export type MapTrouble = 'tiles' | 'archive' | 'graphics';

interface MapCanvasEvents {
  readonly onMove: (position: MapPosition) => void;
  /** The user has moved the map, which ends following. */
  readonly onPan: () => void;
  readonly onClick: (place: LatLon) => void;
  /** Undefined when the missing data has arrived. */
  readonly onTrouble: (source: MapTrouble, isThere: boolean) => void;
}

interface MapCanvasOptions extends MapCanvasEvents {
  readonly container: HTMLElement;
  readonly position: MapPosition;
  readonly content: MapContent;
  readonly archive: PMTiles | undefined;
  /** Name of the map for screen readers. */
  readonly label: string;
}

const ZOOM_MAX = 22;
const TILE = new RegExp(`^${ARCHIVE_PROTOCOL}://(\\d+)/(\\d+)/(\\d+)$`);

/** MapLibre without the features that are not needed here: North stays up, and only files named by the style are fetched. */
export class MapCanvas implements Disposable {
  readonly #map: MapLibre;
  /** Target of a zoom by a button; undefined when there is none in progress. */
  #zoomTarget: number | undefined;

  /** @throws Error if the browser has no WebGL 2 */
  constructor({ archive, container, content, label, onClick, onMove, onPan, onTrouble, position }: MapCanvasOptions) {
    setWorkerUrl(workerUrl);
    addProtocol(ARCHIVE_PROTOCOL, async ({ url }, { signal }) => {
      const [, z, x, y] = TILE.exec(url) ?? [];
      const tile = await archive?.getZxy(Number(z), Number(x), Number(y), signal);
      return { data: tile?.data ?? new ArrayBuffer(0) };
    });
    this.#map = new MapLibre({
      container,
      style: mapStyle(content),
      center: [position.center.lonDeg, position.center.latDeg],
      zoom: position.zoom,
      maxZoom: ZOOM_MAX,
      maxPitch: 0,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      // A click aims; a double click would aim twice.
      doubleClickZoom: false,
      // Tiles are loaded as images, which `img-src` of the page's policy allows for the configured address.
      refreshExpiredTiles: false,
      fadeDuration: 0,
      locale: { 'Map.Title': label },
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.on('move', () => onMove(this.position));
    this.#map.on('zoomend', () => {
      this.#zoomTarget = undefined;
    });
    this.#map.on('dragstart', onPan);
    this.#map.on('boxzoomend', onPan);
    this.#map.on('movestart', ({ originalEvent }) => {
      if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith('Arrow')) onPan();
    });
    this.#map.on('click', ({ lngLat }) => onClick({ latDeg: lngLat.lat, lonDeg: lngLat.wrap().lng }));
    this.#map.on('error', (event) => {
      const source = failedSource(event);
      if (source === undefined) console.warn(event.error.message);
      else onTrouble(source, false);
    });
    this.#map.on('sourcedata', ({ sourceId, tile }) => {
      if (tile?.state === 'loaded' && isTileSource(sourceId)) onTrouble(sourceId, true);
    });
    this.#map.on('webglcontextlost', () => onTrouble('graphics', false));
    this.#map.on('webglcontextrestored', () => onTrouble('graphics', true));
  }

  get position(): MapPosition {
    const { lat, lng } = this.#map.getCenter();
    return { center: { latDeg: lat, lonDeg: lng }, zoom: this.#map.getZoom() };
  }

  /** Without an animated flight: the followed object moves by itself. @param zoomMin minimum zoom afterwards */
  moveTo({ latDeg, lonDeg }: LatLon, zoomMin = 0): void {
    // The followed Kite moves during a zoom, and must not interrupt it.
    const zoom = this.#zoomTarget ?? this.#map.getZoom();
    this.#map.jumpTo({ center: [lonDeg, latDeg], zoom: Math.max(zoomMin, zoom) });
  }

  /** Jumps to another position. */
  show({ center, zoom }: MapPosition): void {
    this.#map.jumpTo({ center: [center.lonDeg, center.latDeg], zoom });
  }

  /** Place below a pixel of the map. */
  placeAt(xPx: number, yPx: number): LatLon {
    const { lat, lng } = this.#map.unproject([xPx, yPx]);
    return { latDeg: lat, lonDeg: lng };
  }

  /** Presses in quick succession add up while the map is still moving. */
  zoomBy(levels: number): void {
    const zoom = (this.#zoomTarget ?? this.#map.getZoom()) + levels;
    // Ends the current movement, and with it its target.
    this.#map.zoomTo(zoom);
    this.#zoomTarget = this.#map.isZooming() ? zoom : undefined;
  }

  /** Whether wheel and fingers zoom about the middle, so that the followed object stays there. */
  set isZoomedAboutMiddle(isMiddle: boolean) {
    for (const zoom of [this.#map.scrollZoom, this.#map.touchZoomRotate]) {
      zoom.disable();
      zoom.enable(isMiddle ? { around: 'center' } : undefined);
    }
    this.#map.touchZoomRotate.disableRotation();
  }

  set content(content: MapContent) {
    this.#map.setStyle(mapStyle(content));
  }

  [Symbol.dispose](): void {
    this.#map.remove();
    removeProtocol(ARCHIVE_PROTOCOL);
  }
}

const isTileSource = (sourceId: unknown): sourceId is 'tiles' | 'archive' =>
  sourceId === SOURCES.tiles || sourceId === SOURCES.archive;

function failedSource(event: ErrorEvent): MapTrouble | undefined {
  const { sourceId } = event as { readonly sourceId?: unknown };
  return isTileSource(sourceId) ? sourceId : undefined;
}
