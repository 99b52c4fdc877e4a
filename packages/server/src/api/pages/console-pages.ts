import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleBuild } from '../../console/console-build.ts';
import type { ConsoleSettings } from '../../console/console-settings.ts';
import { type PageFile, packingFor } from '../../console/page-files.ts';
import { escapeHtml } from '../../docs/html.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** A year, which is what "for ever" is to a browser. */
const FOR_EVER_S = 31_536_000;
/** Files beside the page whose names do not change with their content. */
const FIXED_MAX_AGE_S = 3600;
const HTML_TYPE = 'text/html; charset=utf-8';

export interface ConsolePagesParts {
  readonly build: ConsoleBuild;
  readonly settings: ConsoleSettings;
  readonly stationName: string;
  readonly isSimulated: boolean;
  readonly version: string;
  readonly limits: PageLimits;
}

/** Limits that the published API has no field for, so that the page can draw them. */
export interface PageLimits {
  readonly altitudeMaxWithoutGpsM: number;
  /** A position that is less accurate counts as none. */
  readonly gpsAccuracyMaxM: number;
  /** Drift above which the wind counts as high, and above which the Kite goes down. */
  readonly driftWarnM: number;
  readonly driftMaxM: number;
}

/** `/`, the files of the page, and `/console.json`, what the page must know before anybody signs in. */
export function consolePages(answers: Answers, parts: ConsolePagesParts): readonly Page[] {
  const policy = pagePolicy(parts.settings);
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const { state } = parts.build;
    if (state.kind !== 'ready') return sendWaiting(answers, reply, policy, state);
    const path = request.routeOptions.url === '/' ? '/index.html' : pathOf(request);
    const file = state.files.get(path);
    if (file !== undefined) sendFile(answers, request, reply, file, policy);
    else answers.refuse(reply, undefined, { code: 'NOT_FOUND', message: `there is nothing at ${path.slice(0, 200)}` });
  };
  return [
    { path: '/', respond },
    { path: '/assets/:file', respond },
    { path: '/kite.svg', respond },
    factsPage(answers, parts),
  ];
}

const pathOf = ({ raw }: FastifyRequest): string => (raw.url ?? '').replace(/[?#].*$/s, '');

/** What the page may do: nothing from elsewhere but tiles of the map that the settings name. */
function pagePolicy({ mapTilesUrl }: ConsoleSettings): string {
  const tiles = mapTilesUrl === undefined ? '' : ` ${new URL(mapTilesUrl.replaceAll(/[{}]/g, '')).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${tiles}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE_HEADERS = [
  'Permissions-Policy',
  'geolocation=(self), gamepad=(self), autoplay=(self), fullscreen=(self), camera=(), microphone=()',
  'Vary',
  'Accept-Encoding',
];

function sendFile(answers: Answers, request: FastifyRequest, reply: FastifyReply, file: PageFile, policy: string) {
  const packing = packingFor(file, request.raw.headers['accept-encoding']?.toString());
  const body = (packing === undefined ? undefined : file.packed[packing]) ?? file.bytes;
  const headers = packing === undefined ? PAGE_HEADERS : [...PAGE_HEADERS, 'Content-Encoding', packing];
  const isPage = file.mediaType === HTML_TYPE;
  const kept = isPage ? {} : { maxAgeS: file.isForEver ? FOR_EVER_S : FIXED_MAX_AGE_S };
  answers.send(reply, 'console', { status: 200, mediaType: file.mediaType, body, headers, policy, ...kept });
}

type NotReady = Exclude<ConsoleBuild['state'], { kind: 'ready' }>;

/** The page is not there yet, or cannot be had; the API works all the same. */
function sendWaiting(answers: Answers, reply: FastifyReply, policy: string, state: NotReady): void {
  const isBuilding = state.kind === 'building';
  const text = isBuilding
    ? '<h1>One moment</h1><p>The console is being made ready. This happens once and takes a few seconds; the page opens by itself.</p>'
    : `<h1>The console cannot be shown</h1><p>${escapeHtml(state.reason)}</p>`;
  // With the address: a refresh of `/#/recordings` would only go to that place in this page.
  const refresh = isBuilding ? '<meta http-equiv="refresh" content="1;url=/">' : '';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">${refresh}<title>Kitestring</title>${text}<p>The API is at work: <a href="/docs">its reference</a>.</p></html>`;
  const status = isBuilding ? 200 : 500;
  answers.send(reply, 'console', {
    status,
    mediaType: HTML_TYPE,
    body: Buffer.from(html),
    headers: PAGE_HEADERS,
    policy,
  });
}

function factsPage(answers: Answers, { isSimulated, limits, settings, stationName, version }: ConsolePagesParts): Page {
  const { mapAttribution, mapTilesUrl } = settings;
  const map = mapTilesUrl === undefined ? {} : { map: { tiles_url: mapTilesUrl, attribution: mapAttribution } };
  const facts = { station_name: stationName, is_simulated: isSimulated, version, limits: limitsReply(limits), ...map };
  const body = Buffer.from(JSON.stringify(facts));
  return {
    path: '/console.json',
    respond: (_request, reply) => answers.send(reply, 'console', { status: 200, mediaType: JSON_TYPE, body }),
  };
}

const limitsReply = (limits: PageLimits) => ({
  altitude_max_without_gps_m: limits.altitudeMaxWithoutGpsM,
  gps_accuracy_max_m: limits.gpsAccuracyMaxM,
  drift_warn_m: limits.driftWarnM,
  drift_max_m: limits.driftMaxM,
});
