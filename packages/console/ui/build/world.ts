/** The used part of a TopoJSON file: each line once, as arcs shared by polygons. */
export interface Topology {
  readonly transform: { readonly scale: Pair; readonly translate: Pair };
  /** Whole numbers, each from the one before. */
  readonly arcs: readonly (readonly Pair[])[];
  readonly objects: Readonly<Record<'countries' | 'land', { readonly geometries: readonly Shape[] }>>;
}

type Pair = readonly [number, number];
/** Arcs by number; a reversed arc is the complement of its number. */
type Ring = readonly number[];
type Shape =
  | { readonly type: 'Polygon'; readonly arcs: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly Ring[])[] };

/** Hundredths of a degree, a kilometre: finer than a map of 1:110 million. */
const PER_DEG = 100;

/** Land and borders of the world as GeoJSON, for the overview below all other maps. */
export function world({ arcs, objects, transform }: Topology): string {
  const lines = arcs.map((arc) => decodeArc(arc, transform));
  const lineOf = (arc: number): readonly Pair[] => {
    const line = lines[arc < 0 ? ~arc : arc] ?? [];
    return arc < 0 ? line.toReversed() : line;
  };
  // The first point of an arc is the last of the previous one.
  const ring = (ring: Ring) => ring.flatMap((arc, index) => lineOf(arc).slice(index === 0 ? 0 : 1));
  const land = objects.land.geometries.flatMap((shape) => polygons(shape).map((rings) => rings.map(ring)));
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature('land', 'MultiPolygon', land),
      feature('border', 'MultiLineString', borders(objects.countries.geometries).map(lineOf)),
    ],
  });
}

const feature = (part: string, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { part },
  geometry: { type, coordinates },
});

/** Arcs that two countries share; the others are coasts. */
function borders(countries: readonly Shape[]): readonly number[] {
  const uses = new Map<number, number>();
  for (const arc of countries.flatMap((shape) => polygons(shape).flat(2))) {
    const number = arc < 0 ? ~arc : arc;
    uses.set(number, (uses.get(number) ?? 0) + 1);
  }
  return [...uses].filter(([, count]) => count > 1).map(([number]) => number);
}

const polygons = (shape: Shape): readonly (readonly Ring[])[] => (shape.type === 'Polygon' ? [shape.arcs] : shape.arcs);

function decodeArc(arc: readonly Pair[], { scale, translate }: Topology['transform']): readonly Pair[] {
  let [x, y] = [0, 0];
  const places = arc.map(([dx, dy]): Pair => {
    x += dx;
    y += dy;
    return [rounded(x * scale[0] + translate[0]), rounded(y * scale[1] + translate[1])];
  });
  return places.filter((place, index) => index === 0 || String(place) !== String(places[index - 1]));
}

const rounded = (deg: number): number => Math.round(deg * PER_DEG) / PER_DEG;
