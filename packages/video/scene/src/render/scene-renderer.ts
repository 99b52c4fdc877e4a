import { CameraView } from '../camera/camera-view.ts';
import { FEW, MANY, Shutter } from '../exposure/shutter.ts';
import { assertFrame, assertSize, type YuvFrame } from '../raster/canvas.ts';
import { depth } from '../raster/planes.ts';
import type { SpanKernels } from '../raster/surface.ts';
import { makeHaze } from '../sky/haze-table.ts';
import type { SceneObject } from '../truth/scene-object.ts';
import { type RenderedPicture, TruthPainter } from '../truth/truth-painter.ts';
import type { SceneWorld } from '../world/world.ts';
import { isDrawnSimply, ScenePainter } from './scene-painter.ts';
import { SkyPainter } from './sky-painter.ts';

/** Renders pictures of one size, and knows what is in the last one. */
export abstract class SceneRenderer {
  readonly width: number;
  readonly height: number;
  /** View of the last picture: that of its pose, or near it if static objects were cached. */
  readonly view = new CameraView();
  protected readonly world: SceneWorld;
  protected readonly scene: ScenePainter;
  protected readonly sky: SkyPainter;
  protected readonly haze = makeHaze();
  protected readonly kernels: SpanKernels;
  protected readonly shutter = new Shutter();
  protected readonly timing: { readonly readoutS: number; readonly samplesS: Float64Array; count: number };
  protected readonly displacement: NonNullable<RenderedPicture['displacement']> = (x, y) =>
    this.shutter.displacementAt(x, y, this);
  protected margin = 0;
  protected last: Pick<RenderedPicture, 'conditions' | 'visibilityM' | 'displacement' | 'temperatureAt'> | undefined;
  #truth: TruthPainter | undefined;

  /** @throws RangeError for an odd size */
  constructor(world: SceneWorld, width: number, height: number, kernels: SpanKernels, readoutS: number) {
    assertSize(width, height);
    this.width = width;
    this.height = height;
    this.world = world;
    this.kernels = kernels;
    this.timing = { readoutS, samplesS: new Float64Array(MANY), count: FEW };
    this.scene = new ScenePainter(world);
    this.sky = new SkyPainter(this.scene.painter, world.materials.textures.cloud);
    this.scene.surface.haze = this.haze;
  }

  /** People, vehicles, fire and smoke in the last picture of this renderer; call it before another one of this thread draws. */
  objects(): SceneObject[] {
    if (this.last === undefined) return [];
    this.#truth ??= new TruthPainter(this.world, this.scene.painter);
    const { height, last, margin: marginPx, view, width } = this;
    return this.#truth.objects({ ...last, view, width, height, marginPx, isSimple: isDrawnSimply });
  }

  /** Distance along the optical axis at a pixel of the last picture, metres; undefined for ground and sky. */
  depthAt(x: number, y: number): number | undefined {
    return depth((y + this.margin) * this.view.width + x + this.margin);
  }

  protected assertSized(frame: YuvFrame): void {
    const { height, width } = this;
    if (frame.width !== width || frame.height !== height) {
      throw new RangeError(`the frame must be ${width}x${height}, got ${frame.width}x${frame.height}`);
    }
    assertFrame(frame);
  }

  /** A moving picture is rendered with a margin: displaced rows read from it. */
  protected widen(margin: number): void {
    this.margin = margin;
    this.view.widen(margin);
    this.scene.surface.width = this.view.width;
    this.scene.surface.height = this.view.height;
  }
}
