/** Server of this page: the station at its own address, or a hub below the path of the station. */
interface PagePlace {
  /** Base URL of the station's API, without a slash at the end. */
  readonly stationUrl: string;
  /** Id of the station in its fleet; undefined where the station itself serves the page. */
  readonly sid: string | undefined;
}

const AT_HUB = /^\/fleet\/v1\/stations\/(s[a-z2-7]{12})\/$/;

export function pagePlace({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): PagePlace {
  const [, sid] = AT_HUB.exec(pathname) ?? [];
  return { stationUrl: sid === undefined ? origin : origin + pathname.slice(0, -1), sid };
}
