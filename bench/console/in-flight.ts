import { type BenchRow, figure, percentile } from '../result.ts';
import type { FlownConsole } from './flown-console.ts';

const DRAG_S = 6;
/** Path of the pointer, as a share of the picture. */
const CIRCLE = 0.12;
const TURNS_PER_S = 0.3;
const CLIMB_TO_M = 30;
const CLIMB_S = 24;

/** As far as the page is used here: benchmarks are checked without the types of browsers. */
interface PageScope {
  requestAnimationFrame(drawn: (atMs: number) => void): void;
  readonly PerformanceObserver: new (
    seen: (list: { getEntries(): { duration: number }[] }) => void,
  ) => {
    observe(options: { type: string }): void;
  };
  readonly MutationObserver: new (changed: () => void) => { observe(target: object, options: object): void };
  readonly document: { querySelector(selector: string): { readonly textContent: string } };
  shown?: [text: string, atMs: number][];
  probe?: { readonly frames: number[]; readonly tasks: number[]; isOn: boolean };
}

/** Drags the picture in circles: frames drawn meanwhile, and tasks that delay them. */
export async function benchDrag({ page, picture }: FlownConsole): Promise<BenchRow[]> {
  const shownBefore = await picture.framesShown();
  await page.evaluate(() => {
    const scope = globalThis as unknown as PageScope;
    const probe = { frames: [] as number[], tasks: [] as number[], isOn: true };
    scope.probe = probe;
    const draw = (atMs: number) => {
      probe.frames.push(atMs);
      if (probe.isOn) scope.requestAnimationFrame(draw);
    };
    scope.requestAnimationFrame(draw);
    new scope.PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const centre = await picture.place({ x: 0.5, y: 0.5 });
  const { x: rightX } = await picture.place({ x: 0.5 + CIRCLE, y: 0.5 });
  const radius = rightX - centre.x;
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  const beginMs = performance.now();
  for (let seconds = 0; seconds < DRAG_S; seconds = (performance.now() - beginMs) / 1000) {
    const angle = 2 * Math.PI * TURNS_PER_S * seconds;
    await page.mouse.move(centre.x + radius * Math.sin(angle), centre.y + radius * (1 - Math.cos(angle)) * 0.5);
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
  const { frames, tasks } = await page.evaluate(() => {
    const { probe } = globalThis as unknown as Required<PageScope>;
    probe.isOn = false;
    return { frames: probe.frames, tasks: probe.tasks };
  });
  const shown = (await picture.framesShown()) - shownBefore;
  const gaps = frames.slice(1).map((atMs, index) => atMs - (frames[index] ?? atMs));
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  return [
    figure('console: frames while the live picture is dragged', gaps.length / seconds, '/s', {
      atLeast: 59,
      note: `worst gap ${Math.max(...gaps).toFixed(0)} ms; ${(shown / seconds).toFixed(1)} pictures/s of 30`,
    }),
    figure('console: longest task of the page meanwhile', Math.max(0, ...tasks), 'ms', {
      atMost: 50,
      note: `${tasks.length} over 50 ms; 0 where there was none`,
    }),
  ];
}

/**
 * From a new altitude in another program until the browser has drawn the frame with it. Both use the clock of the
 * machine.
 */
export async function benchTelemetry({ client, page }: FlownConsole): Promise<BenchRow[]> {
  const sentMs = new Map<string, number>();
  const leave = client.topic('flight/state').subscribe({
    message: ({ altitude = 0 }) => {
      const text = altitude.toFixed(1);
      if (!sentMs.has(text)) sentMs.set(text, Date.now());
    },
    status: () => {},
    failed: () => {},
  });
  await page.evaluate(() => {
    const scope = globalThis as unknown as PageScope;
    const shown: [text: string, atMs: number][] = [];
    scope.shown = shown;
    const figure = scope.document.querySelector('[data-figure="altitude"]');
    new scope.MutationObserver(() => {
      const text = /\d+\.\d/.exec(figure.textContent)?.[0];
      // A message posted from a frame arrives after that frame was drawn.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (text !== undefined) shown.push([text, Date.now()]);
        channel.port1.close();
      };
      scope.requestAnimationFrame(() => channel.port2.postMessage(undefined));
    }).observe(figure, { subtree: true, childList: true, characterData: true });
  });
  await client.flight.setAltitude({ altitude: CLIMB_TO_M });
  await page.waitForTimeout(CLIMB_S * 1000);
  leave();
  const shown = await page.evaluate(() => (globalThis as unknown as Required<PageScope>).shown);
  const first = new Map([...shown].reverse());
  const ages = [...first].flatMap(([text, atMs]) => {
    const beganMs = sentMs.get(text);
    return beganMs === undefined ? [] : [atMs - beganMs];
  });
  return [
    figure('console: telemetry to pixel with live video, 95 of 100', percentile(ages, 95), 'ms', {
      atMost: 60,
      note: `${ages.length} altitudes of a climb; median ${percentile(ages, 50).toFixed(0)} ms`,
    }),
  ];
}
