import { MAP_COLORS, type MapColors } from './map-style.ts';
import worldPath from './world.json?url';

/** Address of the overview of the world. A worker has another base than the page. */
export const worldUrl = (): string => new URL(worldPath, location.href).href;

/** Colours of the theme, from an element of the class `colors`. */
export function colorsOf(element: Element): MapColors {
  const style = getComputedStyle(element);
  const propertyOf = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  const colors = Object.fromEntries(MAP_COLORS.map((name) => [name, propertyOf(name)]));
  const numbers = { brightness: Number(propertyOf('brightness')), saturation: Number(propertyOf('saturation')) };
  // One for each name of the list.
  return { ...colors, ...numbers } as MapColors;
}
