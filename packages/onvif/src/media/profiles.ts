import type { MulticastGroup } from '@kitestring/video-process/rtsp';
import { type AnalyticsModule, analyticsModule } from '../analytics/analytics-module.ts';
import { keptDocument } from '../kept-document.ts';
import { type MetadataSettings, metadataSettings } from '../metadata/metadata-settings.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import { type PtzSettings, ptzSettings } from '../ptz/ptz-settings.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { configurationName } from './configuration-names.ts';
import { type GroupOwner, groupOf } from './multicast-groups.ts';
import { type StartedTracks, startedTracks } from './multicast-streams.ts';

/** Configurations of a profile, by the names of Media2, in the order of profiles. */
const CONFIGURATION_KINDS = ['VideoSource', 'VideoEncoder', 'Analytics', 'PTZ', 'Metadata'] as const;
export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];

/** Each stream has one configuration of each kind; its token is the prefix with the id of the stream. */
export const TOKEN_PREFIX: Readonly<Record<ConfigurationKind, string>> = {
  VideoSource: 'vsc_',
  VideoEncoder: 'vec_',
  Analytics: 'van_',
  PTZ: 'ptz_',
  Metadata: 'meta_',
};

/** A set of configurations, all of one stream. */
interface OnvifProfile {
  readonly token: string;
  readonly name: string;
  /** Undefined while it has no configuration. */
  readonly streamId?: string | undefined;
  readonly kinds: readonly ConfigurationKind[];
  /** That of a stream: it cannot be deleted. Kept where a client has changed it. */
  readonly isFixed?: boolean;
}

export interface ListedProfile extends OnvifProfile {
  readonly isFixed: boolean;
  /** Undefined where it has no configuration, and while the camera does not have the stream. */
  readonly stream: UsedStream | undefined;
}

/** A stream with the number of profiles that have its configurations, and their content. */
export interface UsedStream extends OnvifStream {
  readonly uses: Readonly<Record<ConfigurationKind, number>>;
  readonly names: Readonly<Record<ConfigurationKind, string>>;
  readonly ptz: PtzSettings;
  readonly metadata: MetadataSettings;
  readonly started: StartedTracks;
  /** Undefined where multicast is off. */
  readonly groups: Readonly<Record<GroupOwner, MulticastGroup | undefined>>;
  /** Finder of objects in its pictures; undefined where a client has deleted it. */
  readonly analytics: AnalyticsModule | undefined;
}

export interface ConfigurationReference {
  readonly kind: ConfigurationKind;
  /** Absent: the one that fits. */
  readonly token?: string | undefined;
}

const FIRST_NAMES: Readonly<Record<ConfigurationKind, string>> = {
  VideoSource: 'source',
  VideoEncoder: 'encoder',
  Analytics: 'analytics',
  PTZ: 'gimbal',
  Metadata: 'metadata',
};

const DOCUMENT = 'onvif.profiles';
export const CREATED_PROFILES_MAX = 8;
/** Streams of a camera have a fixed profile each. */
export const PROFILES_MAX = CREATED_PROFILES_MAX + 4;
const TEXT_MAX = 64;

const conflict = (reason: string) => new SoapFault('Receiver', 'Action/ConfigurationConflict', reason);

/** Analytics only where objects are known. */
export const configurationKinds = ({ metadata }: Pick<OnvifStation, 'metadata'>): readonly ConfigurationKind[] =>
  CONFIGURATION_KINDS.filter((kind) => kind !== 'Analytics' || metadata.hasObjects);

/** Kinds that a profile has only with a video source. */
const OF_SOURCE: readonly ConfigurationKind[] = ['VideoEncoder', 'Analytics'];

type ProfileSources = Pick<OnvifStation, 'documents' | 'metadata'>;

/** One fixed profile for each stream, and those that clients have created, in the store of the station. */
export class Profiles {
  readonly #documents: OnvifStation['documents'];
  readonly #streams: readonly OnvifStream[];
  readonly #hasObjects: boolean;
  readonly #kinds: readonly ConfigurationKind[];

  private constructor({ documents, metadata }: ProfileSources, streams: readonly OnvifStream[]) {
    this.#documents = documents;
    this.#hasObjects = metadata.hasObjects;
    this.#kinds = configurationKinds({ metadata });
    this.#streams = streams;
  }

  /** Streams, each with the number of profiles that have its configurations. */
  get streams(): readonly UsedStream[] {
    const profiles = this.#all;
    return this.#streams.map((stream) => this.#used(stream, profiles));
  }

  static async of(station: ProfileSources & Pick<OnvifStation, 'streams'>): Promise<Profiles> {
    return new Profiles(station, await station.streams());
  }

  /** The fixed ones first: recorders take the first profile. */
  list(): readonly ListedProfile[] {
    const profiles = this.#all;
    return profiles.map((profile) => this.#listed(profile, profiles));
  }

  /** @throws SoapFault */
  find(token: string): ListedProfile {
    const profiles = this.#all;
    return this.#listed(named(profiles, token), profiles);
  }

  /** The kinds of a profile, and its stream without the content of its configurations. @throws SoapFault */
  findStream(token: string): Pick<OnvifProfile, 'kinds'> & { readonly stream: OnvifStream | undefined } {
    const { kinds, streamId } = named(this.#all, token);
    return { kinds, stream: this.#streams.find(({ stream_id: id }) => id === streamId) };
  }

  /** @param token that the client wants; absent: the next free one. @returns its token @throws SoapFault */
  create(name: string, references: readonly ConfigurationReference[] = [], token?: string): string {
    const created = this.#created;
    if (created.length >= CREATED_PROFILES_MAX)
      throw new SoapFault(
        'Receiver',
        'Action/MaxNVTProfiles',
        `there are ${CREATED_PROFILES_MAX} created profiles already`,
      );
    if (token !== undefined && this.list().some((profile) => profile.token === token))
      throw argumentFault(`there is a profile "${token.slice(0, TEXT_MAX)}" already`, 'ProfileExists');
    if (token !== undefined && !/^[\w.-]{1,64}$/.test(token))
      throw argumentFault('Token must have 1 to 64 letters, digits or . _ -');
    const own = token ?? freeToken(created);
    const empty: OnvifProfile = { token: own, name: checkedName(name), kinds: [] };
    this.#keep([...this.#kept, this.#withAll(empty, references)]);
    return own;
  }

  /** @throws SoapFault for a fixed one */
  delete(token: string): void {
    if (this.find(token).isFixed)
      throw new SoapFault('Sender', 'Action/DeletionOfFixedProfile', `the profile "${token}" is fixed`);
    this.#keep(this.#kept.filter((profile) => profile.token !== token));
  }

  /** Adds configurations, or replaces those of the same kind. @throws SoapFault */
  add(token: string, references: readonly ConfigurationReference[], name?: string): void {
    const profile = this.#changeable(token);
    const named = name === undefined ? profile : { ...profile, name: checkedName(name) };
    this.#replace(this.#withAll(named, references));
  }

  /** @throws SoapFault */
  remove(token: string, kinds: readonly ConfigurationKind[]): void {
    const profile = this.#changeable(token);
    const left = profile.kinds.filter((kind) => !kinds.includes(kind));
    if (left.some((kind) => OF_SOURCE.includes(kind)) && !left.includes('VideoSource'))
      throw conflict('video encoder and analytics of the profile need its video source');
    this.#replace({ ...profile, kinds: left, ...(left.length === 0 && { streamId: undefined }) });
  }

  #used(stream: OnvifStream, profiles: readonly OnvifProfile[]): UsedStream {
    const { stream_id: id } = stream;
    const uses = (kind: ConfigurationKind) =>
      profiles.filter(({ kinds, streamId }) => streamId === id && kinds.includes(kind)).length;
    const name = (kind: ConfigurationKind) =>
      configurationName(this.#documents, `${TOKEN_PREFIX[kind]}${id}`) ?? `${id} ${FIRST_NAMES[kind]}`;
    return {
      ...stream,
      uses: ofEachKind(uses),
      names: ofEachKind(name),
      ptz: ptzSettings(this.#documents, id),
      metadata: this.#metadataOf(stream),
      started: startedTracks(this.#documents, id),
      groups: {
        VideoEncoder: groupOf(this.#documents, stream, 'VideoEncoder'),
        Metadata: groupOf(this.#documents, stream, 'Metadata'),
      },
      analytics: analyticsModule(this.#documents, id),
    };
  }

  #listed(profile: OnvifProfile, profiles: readonly OnvifProfile[]): ListedProfile {
    const own = this.#streams.find(({ stream_id: id }) => id === profile.streamId);
    return { ...profile, isFixed: profile.isFixed === true, stream: own && this.#used(own, profiles) };
  }

  #metadataOf({ stream_id: id }: OnvifStream): MetadataSettings {
    const settings = metadataSettings(this.#documents, id);
    return { ...settings, hasObjects: settings.hasObjects && this.#hasObjects };
  }

  #changeable(token: string): OnvifProfile {
    const { isFixed, kinds, name, streamId } = this.find(token);
    return { token, name, streamId, kinds, ...(isFixed && { isFixed }) };
  }

  /** The source first: it decides of which stream the others are. */
  #withAll(profile: OnvifProfile, references: readonly ConfigurationReference[]): OnvifProfile {
    const replaced = references.map(({ kind }) => kind);
    const left = profile.kinds.filter((kind) => !replaced.includes(kind));
    const begun = left.length === 0 ? { ...profile, streamId: undefined, kinds: [] } : profile;
    const sourceFirst = references.toSorted((one, other) => rank(one) - rank(other));
    return sourceFirst.reduce((done, reference) => this.#with(done, reference), begun);
  }

  #with(profile: OnvifProfile, { kind, token }: ConfigurationReference): OnvifProfile {
    const streamId = token === undefined ? (profile.streamId ?? this.#streams[0]?.stream_id) : this.#named(kind, token);
    if (streamId === undefined) throw argumentFault(`there is no configuration of the type ${kind}`, 'NoConfig');
    if (profile.streamId !== undefined && profile.streamId !== streamId)
      throw conflict(`${token} belongs to another video source than the profile`);
    if (OF_SOURCE.includes(kind) && !profile.kinds.includes('VideoSource'))
      throw conflict('a video encoder or analytics need a video source in the profile');
    return {
      ...profile,
      streamId,
      kinds: CONFIGURATION_KINDS.filter((one) => one === kind || profile.kinds.includes(one)),
    };
  }

  #named(kind: ConfigurationKind, token: string): string {
    const stream = this.#streams.find(({ stream_id: id }) => `${TOKEN_PREFIX[kind]}${id}` === token);
    if (stream === undefined || !this.#kinds.includes(kind))
      throw argumentFault(`the configuration "${token.slice(0, TEXT_MAX)}" is not known`, 'NoConfig');
    return stream.stream_id;
  }

  get #kept(): readonly OnvifProfile[] {
    return keptDocument<readonly OnvifProfile[]>(this.#documents, DOCUMENT, []);
  }

  get #created(): readonly OnvifProfile[] {
    return this.#kept.filter(({ isFixed }) => isFixed !== true);
  }

  get #all(): readonly OnvifProfile[] {
    const kept = this.#kept;
    const fixed = this.#streams.map(
      ({ stream_id: id }) =>
        kept.find(({ isFixed, token }) => isFixed === true && token === id) ??
        ({ token: id, name: id, streamId: id, kinds: this.#kinds, isFixed: true } satisfies OnvifProfile),
    );
    const created = kept.filter(({ isFixed }) => isFixed !== true);
    return [...fixed, ...created].map((profile) => ({
      ...profile,
      kinds: profile.kinds.filter((kind) => this.#kinds.includes(kind)),
    }));
  }

  #replace(changed: OnvifProfile): void {
    const others = this.#kept.filter(({ token }) => token !== changed.token);
    const at = this.#kept.findIndex(({ token }) => token === changed.token);
    this.#keep(others.toSpliced(at < 0 ? others.length : at, 0, changed));
  }

  #keep(profiles: readonly OnvifProfile[]): void {
    this.#documents.set(DOCUMENT, JSON.stringify(profiles));
  }
}

/** @throws SoapFault */
function named(profiles: readonly OnvifProfile[], token: string): OnvifProfile {
  const found = profiles.find((profile) => profile.token === token);
  if (found === undefined) throw argumentFault(`the profile "${token.slice(0, TEXT_MAX)}" is not known`, 'NoProfile');
  return found;
}

const ofEachKind = <T>(value: (kind: ConfigurationKind) => T) =>
  ({
    VideoSource: value('VideoSource'),
    VideoEncoder: value('VideoEncoder'),
    Analytics: value('Analytics'),
    PTZ: value('PTZ'),
    Metadata: value('Metadata'),
  }) satisfies Record<ConfigurationKind, T>;

const rank = ({ kind }: ConfigurationReference) => CONFIGURATION_KINDS.indexOf(kind);

/** @throws SoapFault */
function checkedName(name: string): string {
  if ([...name].length > TEXT_MAX) throw argumentFault(`Name must have at most ${TEXT_MAX} characters`);
  return name.normalize('NFC');
}

function freeToken(profiles: readonly OnvifProfile[]): string {
  for (let number = 1; ; number += 1) {
    if (!profiles.some(({ token }) => token === `profile_${number}`)) return `profile_${number}`;
  }
}
