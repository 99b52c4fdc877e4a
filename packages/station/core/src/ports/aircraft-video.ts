/** A video stream that a camera of the aircraft sends by itself. */
export interface AircraftStream {
  /** As on a published camera with such streams. */
  readonly id: 'color' | 'zoom' | 'overview' | 'thermal';
  /** RTSP. It may hold a password: never logged. */
  readonly url: string;
  /** Maker and model, for people. */
  readonly cameraName: string;
  /** Its optics without zoom, where the camera tells them. */
  readonly lens?: { readonly sensorWidthMm: number; readonly sensorHeightMm: number; readonly focalLengthMm: number };
  /** The camera zooms by order. `share` is the part of its range that it has zoomed in now, 0 to 1, where it says so. */
  readonly zoom?: { readonly share?: number };
}

/** Cameras of an aircraft that send their video by themselves. */
export interface AircraftVideo {
  /** Another array after each change. */
  readonly streams: readonly AircraftStream[];
  /**
   * Zooms to a factor. The stream shows what became of it.
   * @param most factor at the end of the range of the camera
   */
  zoom(id: AircraftStream['id'], factor: number, most: number): void;
  /** Each camera that can takes an image in full resolution, and keeps it on its own card. */
  takeImages(): void;
}
