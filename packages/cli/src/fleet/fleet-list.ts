import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { CommandFailure } from '../context.ts';
import type { FleetStation } from './start-fleet.ts';

/** Machine-readable list of the stations of a fleet, in the data folder while the fleet is running. */
export class FleetList {
  readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'fleet.json');
  }

  /** Contains no secrets, only the locations of the keys. @throws CommandFailure when the file can't be written */
  write(stations: readonly FleetStation[], hasOneKey: boolean): void {
    const list = stations.map(({ member: { name, values }, running }) => ({
      name,
      url: running.url,
      pin: running.pin,
      seed: values['sim.seed'],
      data_dir: values.data_dir,
      ...(!hasOneKey && { api_key_file: firstKeyFile(values.data_dir) }),
    }));
    try {
      writeFileSync(this.file, `${JSON.stringify({ stations: list }, undefined, 2)}\n`);
    } catch (cause) {
      throw new CommandFailure(`${this.file} cannot be written (${(cause as Error).message})`, { cause });
    }
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
