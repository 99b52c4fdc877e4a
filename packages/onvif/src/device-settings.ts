import { keptDocument } from './kept-document.ts';
import { GROUPS_DOCUMENT } from './media/multicast-groups.ts';
import { MULTICAST_DOCUMENT } from './media/multicast-streams.ts';
import type { OnvifStation } from './onvif-station.ts';

/** An address or the name of a host. */
export interface NetworkHost {
  readonly type: 'IPv4' | 'IPv6' | 'DNS';
  readonly address: string;
}

/** Settings of the device as clients have them: kept and shown, without effect on the machine. */
export interface DeviceSettings {
  readonly hostname?: string;
  readonly isHostnameFromDhcp?: boolean;
  readonly dns?: {
    readonly isFromDhcp: boolean;
    readonly domains: readonly string[];
    readonly hosts: readonly NetworkHost[];
  };
  readonly ntp?: { readonly isFromDhcp: boolean; readonly hosts: readonly NetworkHost[] };
  readonly network?: {
    readonly isEnabled: boolean;
    readonly mtu: number;
    readonly isDhcp: boolean;
    /** Absent: that by which the client reached the device. */
    readonly address?: string | undefined;
    readonly prefixLength: number;
    /** An address of IPv6. */
    readonly address6?: string | undefined;
  };
  /** By name: HTTP and RTSP. */
  readonly protocols?: Readonly<Record<string, { readonly isEnabled: boolean; readonly port: number }>>;
  readonly gateways?: readonly string[];
  readonly clock?: {
    readonly isManual: boolean;
    readonly hasSummerTime: boolean;
    readonly zone: string;
    readonly aheadMs: number;
    /** When it was set, station time. */
    readonly setAtMs?: number;
  };
  /** Scopes beside the fixed ones. */
  readonly scopes?: readonly string[];
}

type Documents = OnvifStation['documents'];

const DOCUMENT = 'onvif.device';
/** Works of clients beside the settings. */
const OTHER_DOCUMENTS = [
  'onvif.profiles',
  'onvif.metadata',
  MULTICAST_DOCUMENT,
  GROUPS_DOCUMENT,
  'onvif.analytics',
  'onvif.presets',
  'onvif.ptz',
  'onvif.names',
  'onvif.discovery_mode',
];

export const deviceSettings = (documents: Documents) => keptDocument<DeviceSettings>(documents, DOCUMENT, {});

export const keepDeviceSettings = (documents: Documents, changes: DeviceSettings): void =>
  documents.set(DOCUMENT, JSON.stringify({ ...deviceSettings(documents), ...changes }));

/** @param isHard else the settings of the network stay */
export function resetDevice(documents: Documents, isHard: boolean): void {
  const { dns, gateways, hostname, isHostnameFromDhcp, network, ntp, protocols } = deviceSettings(documents);
  const kept = { dns, gateways, hostname, isHostnameFromDhcp, network, ntp, protocols };
  documents.set(DOCUMENT, isHard ? undefined : JSON.stringify(kept));
  for (const name of OTHER_DOCUMENTS) documents.set(name, undefined);
}

/** Station time as the device shows it, milliseconds since 1970. */
export const shownTimeMs = ({ clock, documents }: Pick<OnvifStation, 'clock' | 'documents'>): number =>
  clock.nowUs() / 1000 + (deviceSettings(documents).clock?.aheadMs ?? 0);
