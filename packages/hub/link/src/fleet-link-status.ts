import type { StoreFault, StoreFaultCode } from '@kitestring/base/store-fault.ts';
import type { PublishedUplink } from './relay/video-publisher.ts';

/** The connection of a station to its hub. */
export type LinkConnection =
  /** The station has no identity yet: `kitestring hub enrol`. */
  | { readonly state: 'NotEnrolled'; readonly reason: string }
  | { readonly state: 'Down'; readonly reason: string; readonly sinceUs: number }
  /** Connected to the broker, but no hub answers. */
  | { readonly state: 'Waiting'; readonly reason: string; readonly sinceUs: number }
  | { readonly state: 'Up'; readonly server: string; readonly rttMs: number | undefined }
  /** The hub refuses this station. */
  | { readonly state: 'Refused'; readonly reason: string };

export interface FleetLinkStatus {
  readonly connection: LinkConnection;
  readonly sid: string | undefined;
  /** How far the clock of this computer is ahead of the hub’s; undefined before the first greeting. */
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
  /** Streams that are sent to a relay, with the state of the link. */
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
