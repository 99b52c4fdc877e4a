import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { SnapshotDataFault } from './snapshot-data.ts';
import { StationSnapshotFault } from './snapshot-fault.ts';
import { contentOfText, contentText, isPlain, type StationSnapshot } from './station-snapshot.ts';

/** First line of a file, before the checksum of everything after it. */
const MAGIC = 'kitestring-snapshot 2 sha256:';
const MAGIC_ANY = /^kitestring-snapshot \d+ /;
const HASH_DIGITS = 64;
/** Far more than a station has; a hostile file could decompress to more than the memory. */
const CONTENT_MAX_BYTES = 256 * 1024 * 1024;

/*
 * Line 1: magic, format, and SHA-256 of everything after the line.
 * Line 2: what it is, as JSON that anybody can read.
 * Rest: the content, data as a text (snapshot-data.ts), compressed with Zstandard.
 */

interface FileHead {
  readonly software_version: string;
  readonly layout: string;
  readonly station_time: string;
  readonly settings: StationSnapshot['settings'];
}

export function snapshotFile(snapshot: StationSnapshot): Uint8Array {
  const { layout, settings, softwareVersion, timeUs } = snapshot;
  const head: FileHead = {
    software_version: softwareVersion,
    layout,
    station_time: formatTimestamp(timeUs),
    settings,
  };
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), zstdCompressSync(contentText(snapshot))]);
  return Buffer.concat([Buffer.from(`${MAGIC}${hash(rest)}\n`), rest]);
}

/** @throws StationSnapshotFault with the file and its fault */
export function readSnapshotFile(path: string): StationSnapshot {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new StationSnapshotFault(`the snapshot ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  return parsedSnapshot(bytes, path);
}

/** @param name of the file, for errors @throws StationSnapshotFault */
export function parsedSnapshot(bytes: Buffer, name: string): StationSnapshot {
  const headStart = MAGIC.length + HASH_DIGITS + 1;
  const first = bytes.subarray(0, headStart).toString('latin1');
  if (!first.startsWith(MAGIC)) {
    const isOther = MAGIC_ANY.test(first);
    throw new StationSnapshotFault(
      isOther
        ? `the snapshot ${name} has the format of another version of Kitestring: take a new one with this version`
        : `${name} is no snapshot of a station`,
    );
  }
  const rest = bytes.subarray(headStart);
  if (first.slice(MAGIC.length) !== `${hash(rest)}\n`) {
    throw new StationSnapshotFault(
      `the snapshot ${name} is damaged or incomplete: its checksum is wrong; nothing was used of it`,
    );
  }
  const headEnd = rest.indexOf('\n');
  try {
    return { ...parseHead(rest.subarray(0, headEnd)), content: content(rest.subarray(headEnd + 1)) };
  } catch (cause) {
    // The checksum proves that it is complete, not its author.
    if (!(cause instanceof SnapshotDataFault)) throw cause;
    throw new StationSnapshotFault(`the snapshot ${name} was not written by Kitestring: ${cause.message}`, { cause });
  }
}

function content(packed: Buffer): Uint8Array {
  let text: string;
  try {
    text = zstdDecompressSync(packed, { maxOutputLength: CONTENT_MAX_BYTES }).toString('utf8');
  } catch (cause) {
    throw new SnapshotDataFault(`its content cannot be unpacked (${(cause as Error).message})`);
  }
  return contentOfText(text);
}

function parseHead(line: Buffer): Omit<StationSnapshot, 'content'> {
  let head: Partial<FileHead> | null;
  try {
    head = JSON.parse(line.toString('utf8')) as Partial<FileHead> | null;
  } catch {
    throw new SnapshotDataFault('its head is no JSON');
  }
  const { layout, settings, software_version: softwareVersion, station_time: time } = head ?? {};
  const timeUs = typeof time === 'string' ? parseTimestamp(time) : undefined;
  const areSettings = isPlain(settings) && [settings.simulation, settings.station, settings.parameters].every(isPlain);
  if (typeof layout !== 'string' || typeof softwareVersion !== 'string' || timeUs === undefined || !areSettings) {
    throw new SnapshotDataFault('its head lacks version, layout, time or settings');
  }
  return { layout, softwareVersion, timeUs, settings };
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
