import type { MapArchiveTiles } from '@kitestring/station-contract/station/map-archive.ts';
import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';

/** Colours of the page's theme: names of custom properties in large-map.module.css, without `--map-`. */
export const MAP_COLORS = ['water', 'land', 'green', 'building', 'road', 'border', 'label', 'halo'] as const;
export type MapColors = Readonly<Record<(typeof MAP_COLORS)[number], string>> & {
  /** Opacity of raster tiles: 1 leaves them unchanged. */
  readonly brightness: number;
  /** 0 leaves them unchanged, -1 is grey. */
  readonly saturation: number;
};

export interface MapContent {
  readonly colors: MapColors;
  readonly worldUrl: string;
  /** The archive of the station, if it has a usable one. */
  readonly archive: { readonly tiles: MapArchiveTiles; readonly layers: readonly string[] } | undefined;
  /** URL template of tiles, with `{z}`, `{x}`, `{y}`. */
  readonly tilesUrl: string | undefined;
}

/** URL scheme by which MapLibre requests a tile of the archive from this page instead of the network. */
export const ARCHIVE_PROTOCOL = 'archive';
export const SOURCES = { world: 'world', tiles: 'tiles', archive: 'archive' } as const;

/** The overview is generalised to kilometres: at a higher zoom a pier would be in the sea. */
export const OVERVIEW_ZOOM_MAX = 8;
const TILES_ZOOM_MAX = 19;

/** Everything below the marks: overview of the world, then tiles by URL, then the archive. */
export function mapStyle(content: MapContent): StyleSpecification {
  const { archive, colors, tilesUrl, worldUrl } = content;
  const sources: StyleSpecification['sources'] = { [SOURCES.world]: { type: 'geojson', data: worldUrl } };
  const layers: LayerSpecification[] = [...worldLayers(colors)];
  if (tilesUrl !== undefined) {
    sources[SOURCES.tiles] = { type: 'raster', tiles: [tilesUrl], tileSize: 256, maxzoom: TILES_ZOOM_MAX };
    layers.push(rasterLayer(SOURCES.tiles, colors));
  }
  if (archive !== undefined) {
    const { east, north, south, type, west, zoom_max: maxzoom, zoom_min: minzoom } = archive.tiles;
    const tiles = [`${ARCHIVE_PROTOCOL}://{z}/{x}/{y}`];
    const shared = { tiles, minzoom, maxzoom, bounds: [west, south, east, north] as [number, number, number, number] };
    const isVector = type === 'vector';
    sources[SOURCES.archive] = isVector ? { type: 'vector', ...shared } : { type: 'raster', tileSize: 256, ...shared };
    if (isVector) layers.push(...vectorLayers(archive.layers, colors));
    else layers.push(rasterLayer(SOURCES.archive, colors));
  }
  return { version: 8, sources, layers };
}

const worldLayers = ({ border, land, water }: MapColors): readonly LayerSpecification[] => [
  {
    id: 'ground',
    type: 'background',
    paint: { 'background-color': ['step', ['zoom'], water, OVERVIEW_ZOOM_MAX, land] },
  },
  {
    id: 'world-land',
    type: 'fill',
    source: SOURCES.world,
    maxzoom: OVERVIEW_ZOOM_MAX,
    filter: ['==', ['get', 'part'], 'land'],
    paint: { 'fill-color': land, 'fill-outline-color': border },
  },
  {
    id: 'world-border',
    type: 'line',
    source: SOURCES.world,
    maxzoom: OVERVIEW_ZOOM_MAX,
    filter: ['==', ['get', 'part'], 'border'],
    paint: { 'line-color': border, 'line-width': 1, 'line-dasharray': [3, 2] },
  },
];

const rasterLayer = (source: string, { brightness, saturation }: MapColors): LayerSpecification => ({
  id: `raster-${source}`,
  type: 'raster',
  source,
  paint: { 'raster-brightness-max': brightness, 'raster-saturation': saturation, 'raster-fade-duration': 0 },
});

const AREAS: FilterSpecification = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]];
const LINES: FilterSpecification = ['in', ['geometry-type'], ['literal', ['LineString', 'MultiLineString']]];

/** Names and meanings of layers in common schemas (Protomaps, OpenMapTiles, Shortbread); the first match counts. */
const KINDS: readonly (readonly [
  pattern: RegExp,
  kind: 'water' | 'green' | 'land' | 'building' | 'border' | 'road' | 'name',
])[] = [
  [/name|label|place|poi|address|housenumber/, 'name'],
  [/water|ocean|lake|river/, 'water'],
  [/landuse|landcover|park|green|forest|wood/, 'green'],
  [/earth|land/, 'land'],
  [/building/, 'building'],
  [/bound|admin/, 'border'],
];

/** Layers of an archive with an unknown schema: by their names, in drawing order. */
function vectorLayers(names: readonly string[], colors: MapColors): readonly LayerSpecification[] {
  const roadKind = (name: string) => KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'road';
  const order = ['land', 'green', 'water', 'building', 'road', 'border', 'name'];
  const sorted = names.toSorted((a, b) => order.indexOf(roadKind(a)) - order.indexOf(roadKind(b)));
  return sorted.flatMap((name): LayerSpecification[] => {
    const kind = roadKind(name);
    const shared = { source: SOURCES.archive, 'source-layer': name } as const;
    if (kind === 'name') return [nameLayer(name, colors)];
    const color = colors[kind];
    const width = ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.6, 20, kind === 'road' ? 14 : 2];
    return [
      { id: `area-${name}`, type: 'fill', ...shared, filter: AREAS, paint: { 'fill-color': color } },
      {
        id: `line-${name}`,
        type: 'line',
        ...shared,
        filter: LINES,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        // The specification's own type of an expression is a union of thousands.
        paint: { 'line-color': color, 'line-width': width as never },
      },
    ];
  });
}

/** Text uses the browser's own fonts: a style without `glyphs` loads none. */
const nameLayer = (name: string, { halo, label }: MapColors): LayerSpecification => ({
  id: `name-${name}`,
  type: 'symbol',
  source: SOURCES.archive,
  'source-layer': name,
  layout: { 'text-field': ['coalesce', ['get', 'name'], ''], 'text-size': 12, 'text-max-width': 8 },
  paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 },
});
