import assert from 'node:assert/strict';
import { Archive } from '../../src/archive/archive.ts';
import { type CheckedSegment, checkSegment } from '../../src/archive/check-segment.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations.ts';
import { type RegisteredStation, Stations } from '../../src/registry/stations.ts';
import { publishedBytes, type SealedSegment, TestJournal } from './test-journal.ts';

export const NOW_MS = Date.UTC(2026, 2, 1, 10);
export const INVENTORY = { rev: 1, name: 'Engine 7', software: '0.1.0', api: '1.1.0', cameras: [] };

/** A database with the schema of a hub, and stations with journals in it: shared by the tests of one kind of database. */
export class DatabaseFixture {
  readonly database: Database;
  readonly stations: Stations;

  private constructor(database: Database, stations: Stations) {
    this.database = database;
    this.stations = stations;
  }

  static async make(database: Database): Promise<DatabaseFixture> {
    await migrate(database);
    return new DatabaseFixture(database, await Stations.open(database));
  }

  archive(nowMs = NOW_MS): Archive {
    return new Archive(this.database, () => nowMs);
  }

  /** Enrols a station. */
  async newStation(sid: string): Promise<TestJournal> {
    const journal = new TestJournal(sid, sid.slice(1));
    const station: RegisteredStation = {
      sid,
      name: INVENTORY.name,
      key: journal.key.publicKey,
      createdMs: NOW_MS,
      inventory: INVENTORY,
      revokedMs: undefined,
      beat: undefined,
      seenMs: undefined,
      boots: [],
    };
    await this.database.transaction((queries) => this.stations.insert(queries, [station]));
    this.stations.added(station);
    return journal;
  }

  checked(journal: TestJournal, sealed: SealedSegment): CheckedSegment {
    const check = checkSegment(journal.sid, publishedBytes(sealed), this.stations.keysOf(journal.sid));
    assert.ok(check.ok, check.ok ? '' : check.reason);
    return check.segment;
  }
}
