import type { StoreFault, StoreFaultCode } from '@kitestring/base/store-fault.ts';
import type { PublishedUplink } from './relay/video-publisher.ts';

/** The connection of a station to its hub. */
export type LinkConnection =
  /** There is no identity yet: `kitestring hub enrol`. */
  | { readonly state: 'NotEnrolled'; readonly reason: string }
  | { readonly state: 'Down'; readonly reason: string; readonly sinceUs: number }
  /** Connected to the broker, and no hub answers. */
  | { readonly state: 'Waiting'; readonly reason: string; readonly sinceUs: number }
  | { readonly state: 'Up'; readonly server: string; readonly rttMs: number | undefined }
  /** The hub does not want this station. */
  | { readonly state: 'Refused'; readonly reason: string };

export interface FleetLinkStatus {
  readonly connection: LinkConnection;
  readonly sid: string | undefined;
  /** Time by which the clock of this computer is ahead of the hub’s; undefined while the hub has not greeted. */
  readonly clockOffsetMs: number | undefined;
  /** Records that the archive of the hub has not confirmed. */
  readonly unarchived: number;
  /** Records that the broker has not confirmed. */
  readonly unsent: number;
  readonly journalBytes: number;
  /** Why the journal cannot be written; undefined while it can. */
  readonly journalFault: string | undefined;
  /** Events lost by a failing disk. */
  readonly lost: number;
  /** Streams that go to a relay, and how the link carries them. */
  readonly video: readonly (PublishedUplink & { readonly streamId: string })[];
}

const FAULT_TEXTS: Readonly<Record<StoreFaultCode, string>> = {
  STORE_UNWRITABLE: 'the disk cannot be written',
  STORE_DAMAGED: 'its file is damaged',
  STORE_NEWER: 'a newer version has written it',
  STORE_IN_USE: 'another process uses it',
};

/** For operators: without a path, which is in the log. */
export const journalFaultText = (fault: StoreFault | undefined): string | undefined =>
  fault === undefined ? undefined : FAULT_TEXTS[fault.code];
