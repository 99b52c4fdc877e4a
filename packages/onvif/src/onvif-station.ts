import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { DisplayBlock } from '@kitestring/station-contract/station/picture-display.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type {
  MulticastGroup,
  StandingStream,
  StreamDocument,
  TrackGroup,
  WantedDocuments,
} from '@kitestring/video-process/rtsp';
import type { FrameTruth, PictureLook } from '@kitestring/video-process/source';
import type { EncodingOptions, StreamEncoding } from '@kitestring/video-process/stream-encoding.ts';

/** The gimbal as ONVIF shows it. */
export interface GimbalView {
  /** Azimuth, degrees clockwise from North, -180 to 180; undefined where nothing measures it. */
  readonly panDeg?: number;
  /** Degrees below the horizon. */
  readonly tiltDeg?: number;
  readonly tiltMinDeg: number;
  readonly tiltMaxDeg: number;
  /** Slowest and fastest turn, degrees per second. */
  readonly minDps: number;
  readonly maxDps: number;
  /** An axis turns, or an order to turn is not carried out yet. */
  readonly isMoving: boolean;
}

/** The part of the world that one stream shows now. */
export interface StreamView {
  readonly zoom: number;
  /** Full angles of the picture, degrees; undefined for an unknown lens. */
  readonly horizontalDeg?: number;
  readonly verticalDeg?: number;
}

/** A stream with what a recorder wants to know of it; its RTSP address is without secrets. */
export type OnvifStream = Omit<VideoStreamInfo, 'rtsps_url'> & {
  readonly encoding: StreamEncoding;
  /** Undefined where the encoder cannot be set: that of a real camera. */
  readonly options?: EncodingOptions;
  /** Where it is sent for all that want it; undefined where multicast is off. */
  readonly group?: MulticastGroup;
  /** Undefined where the pictures cannot be changed. */
  readonly look?: PictureLook;
};

/** A change of a stream's pictures, for all that receive it. */
export interface PictureChange {
  readonly encoding?: StreamEncoding;
  readonly look?: PictureLook;
}

/** A state that clients may subscribe to. */
export interface OnvifProperty {
  /** Without its prefix, as `Device/Trigger/DigitalInput`. */
  readonly topic: string;
  readonly source?: { readonly name: string; readonly value: string };
  /** A text is a time. */
  readonly data: { readonly name: string; readonly value: boolean | number | string };
}

/** Processor time of the machine since its start, of all its processors. */
export interface ProcessorTimes {
  readonly busyMs: number;
  readonly totalMs: number;
}

/** A position, WGS 84; without a height it is on the ground of the Ground Station. */
export interface GeoPlace {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level, metres. */
  readonly elevationM?: number;
}

/** From the camera to a position. */
export interface GeoDirection {
  readonly azimuthDeg: number;
  /** Below the horizon. */
  readonly depressionDeg: number;
  readonly slantRangeM: number;
}

export interface StationRefusal {
  readonly code: string;
  readonly message: string;
}

/** Metadata of the pictures on its way to those who view a stream. */
export interface MetadataPort {
  /** The objects in the pictures are known: those of a simulated camera. */
  readonly hasObjects: boolean;
  /** Calls back with the streams whose clients receive metadata, at once and when they change. */
  onWanted(listener: (wanted: WantedDocuments) => void): Cancel;
  send(streamId: string, document: StreamDocument): void;
  /** Calls back with the objects of each picture; undefined while the stream has no pictures or no known objects. */
  followObjects(streamId: string, onFrame: (frame: FrameTruth) => void): Cancel | undefined;
}

/** A station as ONVIF sees it, with the orders that it may give: none flies. */
export interface OnvifStation {
  readonly identity: {
    /** It never changes, and each station has another one. */
    readonly serial: string;
    readonly name: string;
    readonly model: string;
    readonly softwareVersion: string;
    /** No real aircraft is behind it. */
    readonly isSimulated: boolean;
  };
  /** The Kite stands by. */
  isOnGround(): boolean;
  /** Station time. */
  readonly clock: Clock;
  /** Its streams have groups. */
  readonly hasMulticast: boolean;
  /** Those of its setting. */
  readonly firstGroups: readonly TrackGroup[];
  /** RTSP is served without TLS. */
  readonly hasRtsp: boolean;
  /** The first is the main one. */
  streams(): Promise<readonly OnvifStream[]>;
  /** Id of the main stream; undefined while no camera is known. */
  mainStream(): string | undefined;
  /** Id of the thermal stream; undefined without one. */
  thermalStream(): string | undefined;
  view(streamId: string): StreamView | undefined;
  /** Undefined while the camera is off. */
  gimbal(): GimbalView | undefined;
  /** Undefined while the position of the camera is unknown, or the height of its ground for a place with a height. */
  directionTo(place: GeoPlace): GeoDirection | undefined;
  /** An order to the camera or a stream by the operations of the station. Resolves with its refusal. */
  order(path: `camera/control/${string}` | `videostreams/${string}`, body: object): Promise<StationRefusal | undefined>;
  properties(): readonly OnvifProperty[];
  /** Undefined where the machine does not tell them. */
  processorTimes(): ProcessorTimes | undefined;
  /** Charge of the aircraft's backup battery; undefined while it is not reported. */
  batteryPercent(): number | undefined;
  /** Calls back when a property may have changed. */
  onPropertyChange(listener: () => void): Cancel;
  /** Kept over a restart. @returns its refusal */
  changePictures(streamId: string, change: PictureChange): StationRefusal | undefined;
  /** Texts in the pictures of all streams. */
  display(): readonly DisplayBlock[];
  /** Replaces them all. Kept over a restart. @returns its refusal */
  setDisplay(blocks: readonly DisplayBlock[]): StationRefusal | undefined;
  requestKeyFrame(streamId: string): void;
  /** Streams that are sent to their groups without a client, and the groups that clients have chosen; replaces those before. */
  sendToGroups(streams: readonly StandingStream[], groups: readonly TrackGroup[]): void;
  /** A JPEG. */
  snapshot(streamId: string): Promise<Uint8Array | StationRefusal>;
  readonly metadata: MetadataPort;
  readonly documents: {
    get(name: string): string | undefined;
    set(name: string, text: string | undefined): void;
  };
}
