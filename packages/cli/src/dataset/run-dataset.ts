import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { InProcessStation } from '@kitestring/station-app/scenarios/in-process-station.ts';
import type { SimulatedWorld } from '@kitestring/station-app/worlds/world.ts';
import { NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { DatasetCamera } from '@kitestring/video-process/dataset';
import { type Arguments, has } from '../command.ts';
import { CommandFault, type Context, type ExitStatus } from '../context.ts';
import { CocoLabels } from './coco-labels.ts';
import { type DatasetOptions, datasetOptions, type PictureKind } from './dataset-options.ts';

/** Pictures between two lines of progress. */
const PROGRESS_FRAMES = 25;

/** `kitestring dataset`. @throws UsageFault, CommandFault */
export async function runDataset(args: Arguments, context: Context): Promise<ExitStatus> {
  const options = datasetOptions(args, context);
  const folder = path.resolve(context.folder, options.out);
  emptyFolder(folder, options.out);
  const writer = new DatasetWriter(folder, options);
  const complete = new AbortController();
  let world: SimulatedWorld | undefined;
  const result = await runScenario(
    options.scenario,
    InProcessStation.opener(NEWEST_API_VERSION, (opened) => {
      world = opened;
    }),
    {
      signal: AbortSignal.any([context.stop, complete.signal]),
      onProgress: (timeS) => {
        if (world === undefined || !writer.isDue(timeS)) return;
        writer.take(world);
        if (writer.frames % PROGRESS_FRAMES === 0) context.err.write(`${writer.frames} of ${options.frames}\n`);
        if (writer.frames === options.frames) complete.abort();
      },
    },
  ).catch((fault) => {
    if (complete.signal.aborted && !context.stop.aborted) return undefined;
    throw fault;
  });
  const summary = writer.finish();
  if (has(args, 'json')) context.out.write(`${JSON.stringify(summary)}\n`);
  else context.out.write(`${options.out}: ${summary.pictures} pictures with ${summary.objects} objects\n`);
  if (result === undefined) return 0;
  const { error, failures } = result;
  const reason = error ?? failures[0]?.happened;
  if (reason !== undefined) context.err.write(`the scenario has failed: ${oneLine(reason)}\n`);
  context.err.write(`the scenario has ended after ${writer.frames} of ${options.frames} pictures of each kind\n`);
  return reason === undefined ? 0 : 1;
}

function emptyFolder(folder: string, name: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return;
  } catch (cause) {
    throw new CommandFault(`dataset: --out: cannot write ${oneLine(name)}: ${(cause as Error).message}`, { cause });
  }
  throw new CommandFault(`dataset: --out: ${oneLine(name)} is not empty: remove it, or name another folder`);
}

interface KindOfPictures {
  readonly kind: PictureKind;
  readonly camera: DatasetCamera;
  readonly labels: CocoLabels;
}

/** Takes the pictures of a flight and writes them with their labels. */
class DatasetWriter {
  readonly #folder: string;
  readonly #options: DatasetOptions;
  readonly #kinds: readonly KindOfPictures[];
  #frames = 0;
  #startUs = 0;

  constructor(folder: string, options: DatasetOptions) {
    this.#folder = folder;
    this.#options = options;
    const { kinds, scenario, widthPx } = options;
    this.#kinds = kinds.map((kind) => ({
      kind,
      camera: new DatasetCamera({
        cameraModel: scenario.cameraModel,
        type: kind === 'color' ? 'Color' : 'Thermal',
        seed: scenario.seed,
        ...(widthPx !== undefined && { widthPx }),
      }),
      labels: new CocoLabels(`${scenario.title}, ${kind}, seed ${scenario.seed}`),
    }));
    for (const kind of ['annotations', ...kinds]) mkdirSync(path.join(folder, kind));
  }

  get frames(): number {
    return this.#frames;
  }

  /** @param timeS on the timeline of the scenario */
  isDue(timeS: number): boolean {
    const { frames, intervalS } = this.#options;
    return this.#frames < frames && timeS >= this.#frames * intervalS;
  }

  take(world: SimulatedWorld): void {
    const scene = world.scene();
    const { latitudeDeg: latDeg, longitudeDeg: lonDeg } = scene.conditions;
    const { zooms } = this.#options;
    const wantedZoom = zooms[this.#frames % zooms.length] ?? 1;
    if (this.#frames === 0) this.#startUs = scene.timeUs;
    this.#frames += 1;
    const name = `${String(this.#frames).padStart(6, '0')}.png`;
    for (const { camera, kind, labels } of this.#kinds) {
      const { heightPx, widthPx, zoomMax } = camera;
      const zoom = Math.min(wantedZoom, zoomMax);
      const picture = camera.take(scene, zoom);
      const facts = { file: `${kind}/${name}`, widthPx, heightPx, timeUs: scene.timeUs, zoom };
      labels.add({ ...facts, origin: { latDeg, lonDeg } }, picture);
      writeFileSync(path.join(this.#folder, kind, name), picture.png);
    }
  }

  finish(): { readonly pictures: number; readonly objects: number } {
    let objects = 0;
    for (const { kind, labels } of this.#kinds) {
      objects += labels.annotations;
      writeFileSync(path.join(this.#folder, 'annotations', `${kind}.json`), labels.text(this.#startUs));
    }
    return { pictures: this.#frames * this.#kinds.length, objects };
  }
}
