import type { PictureCodec } from '../access-unit.ts';
import type { RendererSetup } from './renderer.ts';
import type { PictureState, RenderView } from './scene-state.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';

/** Start data of the thread for single pictures. */
export interface SnapshotSetup extends Pick<RendererSetup, 'cameraModel' | 'seed' | 'textures'> {
  /** Streams of real cameras, which need no synthetic pictures. */
  readonly realIds: readonly string[];
}

export interface SnapshotWorkerSetup extends SnapshotSetup {
  /** Warm-up: takes an unused picture of each stream, unless a client is waiting for one. */
  readonly warmsUp: boolean;
}

export type SnapshotOrder =
  | {
      readonly id: number;
      readonly streamId: string;
      readonly view: RenderView;
      /** With the temperature of each pixel. */
      readonly isRadiometric?: boolean;
    }
  | ({ readonly id: number } & CodedPictures)
  /** Requests temperatures in a picture without viewers. */
  | { readonly id: number; readonly streamId: string; readonly view: RenderView; readonly box: PictureBox }
  /** Requests a thumbnail of a JPEG. */
  | { readonly id: number; readonly jpeg: Uint8Array };

/** Pictures received from a real camera. */
export interface CodedPictures {
  readonly codec: PictureCodec;
  /** With start codes, starting at a key frame; the last picture is wanted. */
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
  /** Metadata of the last picture. */
  readonly state: PictureState;
}

export interface Snapshot {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  readonly state: PictureState;
  /** Temperature of each pixel, counts of 20 mK in the order of this machine, where it was requested. */
  readonly counts?: Uint8Array<ArrayBuffer>;
}

export type SnapshotResult =
  | ({ readonly id: number } & Snapshot)
  | { readonly id: number; readonly thumbnail: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly temperatures: Temperatures }
  | { readonly id: number; readonly failure: string };
