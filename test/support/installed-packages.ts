import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { extract } from 'tar';
import { type PackedPackage, packPackages } from '../../scripts/pack/pack-packages.ts';

/** Address that the manifests name in tests. */
export const REPOSITORY = 'https://git.example/kites/kitestring';
const ROOT = join(import.meta.dirname, '../..');

/** Every package as packed, and projects in which archives are unpacked as npm unpacks them. */
export class InstalledPackages implements Disposable {
  readonly #folder: TestFolder;
  /** By name. */
  readonly packages: ReadonlyMap<string, PackedPackage>;
  /** Folder of the archives. */
  readonly out: string;
  /** A project with all packages. */
  readonly project: string;
  /** The command in a project with nothing else. */
  readonly loneCommand: string;

  private constructor(folder: TestFolder, packages: readonly PackedPackage[]) {
    this.#folder = folder;
    this.out = folder.file('out');
    this.project = folder.file('project');
    this.loneCommand = folder.file('lone/node_modules/kitestring/bin/kitestring.cjs');
    this.packages = new Map(packages.map((packed) => [packed.name, packed]));
  }

  static async make(): Promise<InstalledPackages> {
    const folder = new TestFolder();
    const packed = await packPackages({ out: folder.file('out'), repository: REPOSITORY });
    const installed = new InstalledPackages(folder, packed);
    for (const name of installed.packages.keys()) await installed.#install(name, installed.project);
    await installed.#install('kitestring', folder.file('lone'));
    return installed;
  }

  /** Path of a file of an installed package. */
  file(name: string, path: string): string {
    return join(this.project, 'node_modules', name, path);
  }

  /** Makes a library of this checkout available, as the registry would. */
  borrow(library: string): void {
    const link = join(this.project, 'node_modules', library);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', library), link, 'junction');
  }

  async #install(name: string, project: string): Promise<void> {
    const cwd = join(project, 'node_modules', name);
    mkdirSync(cwd, { recursive: true });
    await extract({ file: join(this.out, this.packages.get(name)?.filename ?? ''), cwd, strip: 1 });
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
