import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import type { DisplayBlock } from '@kitestring/station-contract/station/picture-display.ts';
import type {
  MulticastGroup,
  StandingStream,
  StreamDocument,
  TrackGroup,
  WantedDocuments,
} from '@kitestring/video-process/rtsp';
import type { FrameTruth, PictureLook } from '@kitestring/video-process/source';
import type { EncodingOptions, StreamEncoding } from '@kitestring/video-process/stream-encoding.ts';
import {
  type CameraLab,
  type GeoDirection,
  type GeoPlace,
  type GimbalView,
  OnvifServer,
  type OnvifStation,
  OnvifUsers,
  type PictureChange,
  type ProcessorTimes,
  type StationRefusal,
} from '../../src/index.ts';
import { recordAnswer } from './recorded-answers.ts';

export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

const lens = {
  sensor_width: 5.952,
  sensor_height: 3.348,
  lens_focal_length: 2.7,
  codec: 'H.264',
  can_do_snapshot: true,
};

type SentDocument = StreamDocument & { readonly streamId: string };
type WantedListener = (wanted: WantedDocuments) => void;

/** A station whose camera does at once what is ordered. Its time moves by `clock`, that of sockets too. */
class ScriptedCamera implements OnvifStation {
  readonly clock = new VirtualClock();
  readonly identity = {
    serial: 'KS-1',
    name: 'tower',
    model: 'Camera 2nd Generation',
    softwareVersion: '0.1.0',
    isSimulated: true,
  };

  isOnGround = () => !this.isFlying;
  /** Orders as they came. */
  readonly orders: [path: string, body: Record<string, number>][] = [];
  camera: GimbalView | undefined = {
    panDeg: 10,
    tiltDeg: 20,
    tiltMinDeg: -11,
    tiltMaxDeg: 80,
    minDps: 2,
    maxDps: 25,
    isMoving: false,
  };
  zoom = 1;
  /** Answer to every order. */
  refusal: StationRefusal | undefined;
  readonly #documents = new Map<string, string>();
  readonly documents = {
    get: (name: string) => this.#documents.get(name),
    set: (name: string, text: string | undefined) => {
      if (text === undefined) this.#documents.delete(name);
      else this.#documents.set(name, text);
    },
  };

  readonly encodings = new Map<string, StreamEncoding>();
  readonly looks = new Map<string, PictureLook>();
  readonly keyFrames: string[] = [];

  changePictures = (streamId: string, { encoding, look }: PictureChange) => {
    if (this.refusal !== undefined) return this.refusal;
    if (encoding !== undefined) this.encodings.set(streamId, encoding);
    if (look !== undefined) this.looks.set(streamId, look);
    return undefined;
  };

  blocks: readonly DisplayBlock[] = [];

  display = () => this.blocks;

  setDisplay = (blocks: readonly DisplayBlock[]) => {
    if (this.refusal === undefined) this.blocks = blocks;
    return this.refusal;
  };

  requestKeyFrame: OnvifStation['requestKeyFrame'] = (streamId) => void this.keyFrames.push(streamId);

  /** Streams that are sent without a client. */
  standing: readonly StandingStream[] = [];
  /** Groups that clients have chosen. */
  groups: readonly TrackGroup[] = [];
  sendToGroups: OnvifStation['sendToGroups'] = (streams, groups) => {
    this.standing = streams;
    this.groups = groups;
  };

  /** The group of the first stream; the other one has an address of its own. */
  group: MulticastGroup | undefined;
  get hasMulticast(): boolean {
    return this.group !== undefined;
  }

  get firstGroups(): OnvifStation['firstGroups'] {
    if (this.group === undefined) return [];
    const { address, port, ttl } = this.group;
    const tracks = [0, 1, 2, 3].map((trackId) => ({ trackId, address, port: port + 2 * trackId, ttl }));
    return tracks.flatMap((track) => [
      { ...track, streamId: 'zoom' },
      { ...track, streamId: 'thermal', address: '239.192.0.13' },
    ]);
  }

  hasRtsp = true;
  streams: OnvifStation['streams'] = async () => [
    {
      ...lens,
      stream_id: 'zoom',
      type: 'Color',
      frame_width: 1920,
      frame_height: 1080,
      zoom_min: 1,
      zoom_max: 32,
      codec: 'H.264',
      rtsp_url: 'rtsp://127.0.0.1:8554/zoom',
      ...this.#pictures('zoom', { widthPx: 1920, heightPx: 1080, framesPerS: 15 }, [
        { widthPx: 1920, heightPx: 1080 },
        { widthPx: 1280, heightPx: 720 },
      ]),
    },
    {
      ...lens,
      stream_id: 'thermal',
      type: 'Thermal',
      frame_width: 320,
      frame_height: 240,
      zoom_min: 1,
      zoom_max: 1,
      codec: 'H.264',
      rtsp_url: 'rtsp://127.0.0.1:8554/thermal',
      ...this.#pictures('thermal', { widthPx: 320, heightPx: 240, framesPerS: 30 }),
    },
  ];

  #pictures(
    id: string,
    picture: Pick<StreamEncoding, 'widthPx' | 'heightPx' | 'framesPerS'>,
    sizes: EncodingOptions['sizes'] = [picture],
  ) {
    const encoding = { bitRateBps: 4_000_000, groupPictures: 30, ...picture, ...this.encodings.get(id) };
    const options = {
      sizes,
      jpegSizes: sizes,
      framesPerS: [picture.framesPerS, 5, 1],
      bitRateBps: { min: 256_000, max: 6_000_000 },
      groupPictures: { min: 1, max: 300 },
    };
    const group = this.group && { group: id === 'zoom' ? this.group : { ...this.group, address: '239.192.0.13' } };
    return {
      encoding,
      options,
      ...group,
      look: this.looks.get(id) ?? { brightness: 50, contrast: 50, saturation: 50 },
    };
  }

  /** Without one, nothing is said of motion in the pictures. */
  mainId: string | undefined;
  mainStream = () => this.mainId;

  thermalId: string | undefined;
  thermalStream = () => this.thermalId;

  /** None unless a test says so. */
  times: ProcessorTimes | undefined;
  processorTimes = () => this.times;
  battery: number | undefined;
  batteryPercent = () => this.battery;

  view = (streamId: string) =>
    streamId === 'zoom' ? { zoom: this.zoom, horizontalDeg: 95.57, verticalDeg: 63.6 } : { zoom: 1 };

  gimbal = () => this.camera;

  /** Its answer for every place. */
  place: GeoDirection | undefined = { azimuthDeg: 40, depressionDeg: 30, slantRangeM: 500 };
  readonly places: GeoPlace[] = [];
  directionTo = (place: GeoPlace) => {
    this.places.push(place);
    return this.place;
  };

  order: OnvifStation['order'] = async (path, body) => {
    this.orders.push([path, body as Record<string, number>]);
    if (this.refusal !== undefined) return this.refusal;
    const { pan_ned, tilt_ned, zoom_level } = body as Record<string, number>;
    this.zoom = zoom_level ?? this.zoom;
    if (this.camera === undefined) return undefined;
    this.camera = {
      ...this.camera,
      ...(pan_ned !== undefined && { panDeg: pan_ned }),
      ...(tilt_ned !== undefined && { tiltDeg: tilt_ned }),
    };
    return undefined;
  };

  /** Metadata as it was sent, with the objects that a test lets it see. */
  readonly sent: SentDocument[] = [];
  onSent: (document: SentDocument) => void = () => {};
  #want: WantedListener = () => {};
  readonly #onFrames = new Map<string, (frame: FrameTruth) => void>();
  readonly metadata = {
    hasObjects: true,
    onWanted: (listener: WantedListener) => {
      this.#want = listener;
      return () => {};
    },
    send: (streamId: string, document: StreamDocument) => {
      recordAnswer(document.text);
      const sent = { streamId, ...document };
      this.sent.push(sent);
      this.onSent(sent);
    },
    followObjects: (streamId: string, onFrame: (frame: FrameTruth) => void) => {
      this.#onFrames.set(streamId, onFrame);
      return () => {
        this.#onFrames.delete(streamId);
      };
    },
  };

  /** Streams whose objects are followed. */
  get followed(): readonly string[] {
    return [...this.#onFrames.keys()];
  }

  get areObjectsWanted(): boolean {
    return this.#onFrames.size > 0;
  }

  /** Clients receive the metadata of these streams; one begins. */
  want(streamIds: readonly string[], begun?: string): void {
    this.#want({ streamIds, ...(begun !== undefined && { begun }) });
  }

  /** Takes a picture with these objects. */
  see(frame: FrameTruth, streamId = 'zoom'): void {
    this.#onFrames.get(streamId)?.(frame);
  }

  isFlying = false;
  readonly #listeners = new Set<() => void>();

  get listenerCount(): number {
    return this.#listeners.size;
  }

  properties: OnvifStation['properties'] = () => [
    {
      topic: 'Device/Trigger/DigitalInput',
      source: { name: 'InputToken', value: 'flying' },
      data: { name: 'LogicalState', value: this.isFlying },
    },
    { topic: 'Device/HardwareFailure/TemperatureCritical', data: { name: 'Critical', value: false } },
  ];

  onPropertyChange = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  takeOff(): void {
    this.isFlying = true;
    this.tell();
  }

  /** Tells that a property may have changed. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  snapshot: OnvifStation['snapshot'] = async (streamId) =>
    streamId === 'zoom' ? JPEG : { code: 'STREAM_NOT_FOUND', message: 'there is no such stream' };
}

export interface DeviceStart {
  /** Other than 127.0.0.1. */
  readonly host?: string;
  readonly discoveryPort?: number;
  /** Makes the station what it was before a restart. */
  readonly prepare?: (station: ScriptedCamera) => void;
}

/** The device with its station, on a free port. */
export class TestDevice implements AsyncDisposable {
  readonly station = new ScriptedCamera();
  readonly users: OnvifUsers;
  /** Verdicts on credentials, as the throttle saw them. */
  readonly verdicts: string[] = [];
  /** Credentials are not looked at, as after many wrong ones. */
  isThrottled = false;
  /** The queue of sign-ins is full. */
  isCrowded = false;
  readonly bugs: unknown[] = [];
  /** Bugs that it has, and its journal. */
  readonly lab = {
    quirks: new Set<OnvifQuirkName>(),
    requests: [] as Parameters<CameraLab['note']>[0][],
    note: (request: Parameters<CameraLab['note']>[0]) => void this.lab.requests.push(request),
  };
  server!: OnvifServer;
  #host = '127.0.0.1';
  readonly #folder = mkdtempSync(join(tmpdir(), 'kitestring-onvif-'));

  private constructor() {
    this.users = OnvifUsers.open(join(this.#folder, 'users.json'));
  }

  static async start({ prepare, ...address }: DeviceStart = {}): Promise<TestDevice> {
    const device = new TestDevice();
    prepare?.(device.station);
    const { station, users } = device;
    const given = {
      log: SILENT_LOG,
      onBug: (bug: unknown) => void device.bugs.push(bug),
      station,
      users,
      lab: device.lab,
    };
    const throttle = {
      inTurn: async <T>(_: string, judge: () => Promise<readonly ['right' | 'wrong' | 'neither', T]>) => {
        if (device.isCrowded) throw new Error('too many wait');
        if (device.isThrottled) return { kind: 'later' as const, waitS: 5 };
        const [verdict, value] = await judge();
        device.verdicts.push(verdict);
        return { kind: 'judged' as const, value };
      },
    };
    const realClock = station.clock;
    if (address.host?.includes('::1') === true) device.#host = `[${address.host}]`;
    device.server = await OnvifServer.open(
      { ...given, throttle, realClock },
      { host: '127.0.0.1', port: 0, ...address },
    );
    return device;
  }

  get password(): string {
    return this.users.find('admin')?.password ?? '';
  }

  get url(): string {
    return `http://${this.#host}:${this.server.port}/onvif/device_service`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
