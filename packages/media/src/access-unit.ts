/** Ticks per second of RTP time stamps for video. Source: RFC 6184. */
export const RTP_CLOCK_HZ = 90_000;

/** One encoded picture: everything a decoder needs to show one frame, and when it was taken. */
export interface AccessUnit {
  /** NAL units of H.264 without start codes, in decoding order; SPS and PPS stand before each key frame. */
  readonly nals: readonly Uint8Array[];
  /** Decoding can begin here. */
  readonly isKeyFrame: boolean;
  /** 90 kHz, grows with the frames of one source, not wrapped: take it modulo 2^32 for the wire. */
  readonly rtpTime: number;
  /** When the picture was taken, microseconds since 1970 on the station's clock. */
  readonly takenUs: number;
  /** The same moment on the wall clock of this machine, milliseconds since 1970: for sender reports and latency. */
  readonly wallMs: number;
}

/** Sequence and picture parameter set, without start codes. */
export interface ParameterSets {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
}

export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Who takes pictures from a source. */
export interface VideoConsumer {
  /** Called for each picture, in order, from the next key frame on. Must not block. */
  readonly onAccessUnit: (unit: AccessUnit) => void;
  /** The source has ended (camera off, stream lost, payload swapped): nothing more will come. */
  readonly onEnd: () => void;
}

/**
 * One encoded stream, shared by all who watch or record it. It works only while somebody takes part: the first `attach`
 * starts it with a key frame, the last detach stops it.
 */
export interface EncodedSource {
  readonly id: string;
  readonly size: FrameSize;
  readonly framesPerS: number;
  /** There before the first picture: a description of the stream needs them. */
  parameterSets(): Promise<ParameterSets>;
  /** What is given begins with a key frame. @returns how to leave */
  attach(consumer: VideoConsumer): () => void;
  /** Asks for a key frame soon; many asks in a second are one. */
  requestKeyFrame(): void;
}

/** The streams of the camera that is attached now, by id as published. */
export interface SourceDirectory {
  find(id: string): EncodedSource | undefined;
  list(): readonly EncodedSource[];
}
