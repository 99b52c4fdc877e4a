import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { COMMANDS } from '../../packages/cli/src/commands.ts';
import { completionScript } from '../../packages/cli/src/completion/completion-script.ts';
import { ROOT } from '../pack/own-modules.ts';
import { makePackage } from '../pack/pack-packages.ts';
import { VERSION } from '../pack/package-facts.ts';
import { manPages } from './man-page.ts';

const PACKAGE = 'kitestring';
const PROGRAM = 'usr/lib/kitestring';
/** Debian's names of processors by those of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const MAINTAINER_SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];
/** Node has 150 MB. */
const BUILD_WITHIN_MS = 1_200_000;

interface DebOptions {
  /** Folder of the package file. */
  readonly out: string;
  readonly version?: string;
  /** `NAME <MAIL>` of who answers for the package. */
  readonly maintainer: string;
  /** `none` is quick, for tests. */
  readonly compression?: 'xz' | 'none';
}

/** Makes the Debian package of a station for this processor: program, Node, unit, manual pages. @returns its file */
export async function makeDeb({ compression = 'xz', maintainer, out, version = VERSION }: DebOptions): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error(`a Debian package is made on Linux x64 or arm64, not on ${process.platform} ${process.arch}`);
  const root = join(out, `${PACKAGE}-root`);
  rmSync(root, { recursive: true, force: true });
  await addProgram(root);
  addFiles(root, version, maintainer);
  addControl(root, { Version: version, Architecture: architecture, Maintainer: maintainer });
  for (const path of globSync('**', { cwd: root })) setMode(join(root, path));
  const file = join(out, `${PACKAGE}_${version}_${architecture}.deb`);
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', `-Z${compression}`, ...(compression === 'xz' ? ['-z1'] : []), '--build', root, file],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: BUILD_WITHIN_MS,
    },
  );
  rmSync(root, { recursive: true });
  return file;
}

/** The packed npm package, and the Node that runs it: Debian's is older. */
async function addProgram(root: string): Promise<void> {
  const folder = join(root, PROGRAM);
  await makePackage('kitestring', folder);
  // Texts are where Debian has them.
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) rmSync(join(folder, name));
  cpSync(process.execPath, join(folder, 'node'));
  cpSync(join(ROOT, 'deploy/debian/airborne.mjs'), join(folder, 'airborne.mjs'));
  // Run by the Node beside it, and not by one in the PATH.
  const command = join(folder, 'bin/kitestring.cjs');
  writeFileSync(command, readFileSync(command, 'utf8').replace(/^#!.*\n/, ''));
  write(root, 'usr/bin/kitestring', `#!/bin/sh\nexec /${PROGRAM}/node /${PROGRAM}/bin/kitestring.cjs "$@"\n`);
}

function addFiles(root: string, version: string, maintainer: string): void {
  const place = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');
  const unit = place('systemd/kitestring.service')
    .replace(/^Documentation=.*$/m, 'Documentation=man:kitestring-serve(1)')
    .replace(/^ExecStart=.*$/m, `ExecStart=/${PROGRAM}/node /${PROGRAM}/bin/kitestring.cjs serve`)
    .replace(/^Environment=/m, 'Environment=KITESTRING_CONFIG=/etc/kitestring/kitestring.yaml ');
  write(root, 'usr/lib/systemd/system/kitestring.service', unit);
  write(root, 'usr/lib/sysusers.d/kitestring.conf', user(place('systemd/kitestring.sysusers')));
  write(root, 'usr/lib/tmpfiles.d/kitestring.conf', place('debian/kitestring.tmpfiles'));
  write(root, 'etc/kitestring/kitestring.yaml', place('debian/kitestring.yaml'));
  write(root, 'usr/share/doc/kitestring/copyright', copyright());
  write(root, 'usr/share/doc/kitestring/changelog.gz', changelog(version, maintainer));
  write(root, 'usr/share/doc/kitestring/examples/serial.conf', place('systemd/kitestring.service.d/serial.conf'));
  write(root, `usr/share/lintian/overrides/${PACKAGE}`, place('debian/lintian-overrides'));
  write(root, 'usr/share/bash-completion/completions/kitestring', completionScript('bash', COMMANDS));
  write(root, 'usr/share/zsh/vendor-completions/_kitestring', completionScript('zsh', COMMANDS));
  write(root, 'usr/share/fish/vendor_completions.d/kitestring.fish', completionScript('fish', COMMANDS));
  for (const { name, text } of manPages(COMMANDS, version)) write(root, `usr/share/man/man1/${name}.gz`, zipped(text));
}

/** The line of the station: the hub is not in this package. */
const user = (sysusers: string): string => `${/^u kitestring .*$/m.exec(sysusers)?.[0]}\n`;

function addControl(root: string, own: Readonly<Record<string, string>>): void {
  const files = globSync('**', { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
  const bytes = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  const fields = readFileSync(join(ROOT, 'deploy/debian/control'), 'utf8').trimEnd();
  const sized = { ...own, 'Installed-Size': String(Math.ceil(bytes / 1024)) };
  const control = [...Object.entries(sized).map(([name, value]) => `${name}: ${value}`), fields];
  write(root, 'DEBIAN/control', `Package: ${PACKAGE}\n${control.join('\n')}\n`);
  write(root, 'DEBIAN/conffiles', '/etc/kitestring/kitestring.yaml\n');
  const sums = files.filter((path) => !path.startsWith('etc/')).map((path) => `${md5(join(root, path))}  ${path}\n`);
  write(root, 'DEBIAN/md5sums', sums.join(''));
  for (const name of MAINTAINER_SCRIPTS) {
    write(root, `DEBIAN/${name}`, readFileSync(join(ROOT, 'deploy/debian', name), 'utf8'));
  }
}

const md5 = (file: string): string => createHash('md5').update(readFileSync(file)).digest('hex');

/** Whatever the umask: programs and scripts may be executed. */
function setMode(path: string): void {
  const isProgram = ['node', ...MAINTAINER_SCRIPTS].includes(basename(path)) || path.endsWith('/usr/bin/kitestring');
  chmodSync(path, statSync(path).isDirectory() || isProgram ? 0o755 : 0o644);
}

function copyright(): string {
  const licence = 'Licence: Apache-2.0, see /usr/share/common-licenses/Apache-2.0.';
  return `Kitestring\n\nCopyright: 2026 the contributors to Kitestring\n${licence}\n\nNode.js and the included libraries have licences of their own: /${PROGRAM}/assets/licences.\n`;
}

function changelog(version: string, maintainer: string): Buffer {
  const date = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000);
  const when = date.toUTCString().replace('GMT', '+0000');
  const text = `  * Changes are in the manual of the release.`;
  return zipped(`${PACKAGE} (${version}) unstable; urgency=medium\n\n${text}\n\n -- ${maintainer}  ${when}\n`);
}

/** Without a time, so that the same text is the same file. */
const zipped = (text: string): Buffer => gzipSync(text, { level: 9 });

function write(root: string, path: string, content: string | Buffer): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
