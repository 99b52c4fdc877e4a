/** Ticks per second of RTP time stamps for video. Source: RFC 6184. */
export const RTP_CLOCK_HZ = 90_000;

/** How pictures are coded: H.265 comes from real cameras only. */
export type PictureCodec = 'H.264' | 'H.265';

/** One encoded picture: everything a decoder needs to show one frame, and when it was taken. */
export interface AccessUnit {
  /**
   * NAL units without start codes, in decoding order; the parameter sets stand before each key frame. None while no
   * consumer wants them.
   */
  readonly nals: readonly Uint8Array[];
  /** H.264 when absent. */
  readonly codec?: PictureCodec | undefined;
  /** Decoding can begin here. */
  readonly isKeyFrame: boolean;
  /** The same picture as a JPEG that RTP can carry, while a consumer wants it. */
  readonly jpeg?: Uint8Array | undefined;
  /** 90 kHz, grows with the frames of one source, not wrapped: take it modulo 2^32 for the wire. */
  readonly rtpTime: number;
  /** When the picture was taken, microseconds since 1970 on the station's clock. */
  readonly takenUs: number;
  /** The same moment on the real-time clock of this machine, milliseconds since 1970: for sender reports and latency. */
  readonly realTimeMs: number;
}

/** Sequence and picture parameter set, without start codes. */
export interface ParameterSets {
  /** Video parameter set, of H.265 only. */
  readonly vps?: Uint8Array;
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
}

export const codecOf = ({ vps }: Partial<ParameterSets>): PictureCodec => (vps === undefined ? 'H.264' : 'H.265');

export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A consumer of a source's pictures. */
export interface VideoConsumer {
  /** Takes H.264 or H.265; yes where absent. */
  readonly wantsVideo?: boolean;
  /** Takes JPEG; not from a source that has none. */
  readonly wantsJpeg?: boolean;
  /** Called for each picture in order, of video from the next key frame on. Must not block. */
  readonly onAccessUnit: (unit: AccessUnit) => void;
  /** The source has ended (camera off, stream lost, payload swapped): no more pictures. */
  readonly onEnd: () => void;
}

/**
 * One encoded stream, shared by all viewers and recordings. It runs only while it has consumers: the first `attach`
 * starts it with a key frame, the last detach stops it.
 */
export interface EncodedSource {
  readonly id: string;
  readonly size: FrameSize;
  readonly framesPerS: number;
  /** As far as it is known: absent before a camera has sent pictures, and of streams that are encoded here, which are H.264. */
  readonly codec?: PictureCodec | undefined;
  /** Its pictures can be had as JPEG. */
  readonly hasJpeg?: boolean;
  /** Available before the first picture: a stream description needs them. */
  parameterSets(): Promise<ParameterSets>;
  /** Delivers pictures from the next key frame. @returns a function to detach */
  attach(consumer: VideoConsumer): () => void;
  /** Requests a key frame soon; several requests within a second count as one. */
  requestKeyFrame(): void;
}

/** The present camera's streams, by published id. */
export interface SourceDirectory {
  find(id: string): EncodedSource | undefined;
  list(): readonly EncodedSource[];
}
