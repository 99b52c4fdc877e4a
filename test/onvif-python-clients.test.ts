import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inOwnNetwork, whyNoNetwork } from '@kitestring/lab-testing/own-network.ts';
import { pythonPackageApart, pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';
import { OnvifCamera } from './support/onvif-camera.ts';

const ROOT = join(import.meta.dirname, '..');
const TOOLS = join(import.meta.dirname, 'python-tools');
const FIND_CAMERA = join(ROOT, 'packages/onvif/test/support/find-camera.ts');

interface Seen {
  readonly look?: Readonly<Record<'mac' | 'stream' | 'manufacturer', string>> & {
    readonly profiles: readonly string[];
    readonly encodings: readonly string[];
    readonly isJpeg: boolean;
  };
  readonly track?: {
    readonly moveStatus: string;
    readonly moved: readonly boolean[];
    readonly zoomed: number;
    readonly wide: number;
    readonly presets: readonly string[];
  };
  /** By Frigate's choice of a profile: its token, whether a dragged box moved it, and the zoom that it has then. */
  readonly chosen?: readonly (readonly [token: string, hasMoved: boolean, zoom: number | null])[];
  readonly events?: readonly (readonly [topic: string, state: string])[];
  readonly error?: string;
}

/** A camera of the command line, and clients of Python with its user. */
class AdoptedCamera implements AsyncDisposable {
  readonly #camera: OnvifCamera;

  private constructor(camera: OnvifCamera) {
    this.#camera = camera;
  }

  static async start(...flags: readonly string[]): Promise<AdoptedCamera> {
    return new AdoptedCamera(await OnvifCamera.start(...flags));
  }

  get announced(): OnvifCamera['announced'] {
    return this.#camera.announced;
  }

  async adopt(password = this.announced.password): Promise<Seen> {
    return (await this.#run('adopt_onvif_camera.py', [], password)) as Seen;
  }

  /** @param name of the client, and what it is to do */
  async walk(name: string): Promise<object & { readonly stream?: string }> {
    return (await this.#run('walk_onvif_camera.py', [name])) as object;
  }

  /** Pictures, and bytes of metadata, that ffmpeg receives. */
  async receive(stream: string): Promise<{ pictures: number; metadata: string }> {
    const { password, user } = this.announced;
    const address = stream.replace('//', `//${user}:${password}@`);
    const tracks = [
      '-map',
      '0:v:0',
      '-c',
      'copy',
      '-f',
      'null',
      '-',
      '-map',
      '0:d:0',
      '-c',
      'copy',
      '-f',
      'data',
      'pipe:1',
    ];
    const words = ['-hide_banner', '-rtsp_transport', 'tcp', '-t', '3', '-i', address, ...tracks];
    const { stderr, stdout } = await promisify(execFile)('ffmpeg', words, { timeout: 60_000, maxBuffer: 2 ** 24 });
    const frames = [...stderr.matchAll(/frame= *(\d+)/g)].at(-1)?.[1];
    return { pictures: Number(frames), metadata: stdout };
  }

  async #run(script: string, words: readonly string[], password = this.announced.password): Promise<unknown> {
    const { hostname, port } = new URL(this.announced.onvif);
    const apart = words.map((name) => pythonPackageApart(name.replace('-digest', '')));
    const given = [join(TOOLS, script), ...words, hostname, port, this.announced.user, password, ...apart];
    const { stdout } = await promisify(execFile)(pythonProgram('python'), given, { timeout: 240_000 });
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#camera[Symbol.asyncDispose]();
  }
}

describe('ONVIF clients of Python', { skip: whyNoPython() }, () => {
  it('find the camera: WSDiscovery', { skip: whyNoNetwork() }, async () => {
    const node = [process.execPath, join(ROOT, 'scripts/node.mjs'), FIND_CAMERA];
    const client = [pythonProgram('python'), join(TOOLS, 'find_onvif_camera.py')];
    const [program = '', ...words] = inOwnNetwork(...node, ...client);
    const { stdout } = await promisify(execFile)(program, words, { timeout: 120_000 });
    const { at, byProgram } = JSON.parse(stdout) as { at: string; byProgram: string };
    assert.equal(byProgram, `http://${at}/onvif/device_service`);
  });

  it('adopt, track and hear the camera: onvif-zeep-async with the calls of Home Assistant and Frigate', async () => {
    await using camera = await AdoptedCamera.start();
    const { chosen, error, events = [], look, track } = await camera.adopt();
    assert.equal(error, undefined);
    assert.deepEqual(look?.profiles, ['zoom', 'overview', 'thermal']);
    assert.deepEqual(new Set(look?.encodings), new Set(['H264']));
    assert.equal(look?.stream, `${camera.announced.rtsp}?metadata=onvif`);
    assert.match(look?.mac ?? '', /^02(:[0-9a-f]{2}){5}$/);
    assert.equal(look?.isJpeg, true);
    assert.equal(track?.moveStatus, 'true');
    // Each of the moves shows MOVING, then IDLE: the tracker neither starts early nor waits without end.
    assert.deepEqual(track?.moved, [true, true, true, true]);
    assert.ok(Math.abs((track?.zoomed ?? 0) - 0.25) < 0.01, String(track?.zoomed));
    assert.equal(track?.wide, 0);
    assert.deepEqual(track?.presets, ['gate']);
    assert.deepEqual(chosen, [
      ['zoom', true, 0.25],
      ['thermal', true, null],
    ]);
    assert.deepEqual(events[0], ['tns1:Device/Trigger/DigitalInput', 'true']);
    assert.match((await camera.adopt('a wrong password')).error ?? '', /NotAuthorized|Unauthorized|needed/i);
  });

  it('adopt, move and hear the camera: onvif-python, onvif-zeep, onveef; ffmpeg receives it', async () => {
    await using camera = await AdoptedCamera.start();
    let stream = '';
    for (const client of ['onvif-python', 'onvif-python-digest', 'onvif-zeep', 'onveef']) {
      const { stream: given = '', ...seen } = await camera.walk(client);
      stream = given;
      assert.deepEqual(
        seen,
        {
          model: 'Camera 2nd Generation',
          profiles: ['zoom', 'overview', 'thermal'],
          moving: 'MOVING',
          presets: ['gate & tower'],
          event: ['flying', 'true'],
          osds: 0,
          isJpeg: true,
        },
        client,
      );
    }
    const { metadata, pictures } = await camera.receive(stream);
    assert.ok(pictures > 5, String(pictures));
    // Frigate's reader of metadata cuts its input there.
    assert.ok(metadata.split('</tt:MetadataStream>').length > 3, metadata.slice(0, 200));
  });

  it('show the symptom of a prefix that is not declared', async () => {
    await using undeclared = await AdoptedCamera.start('--quirk', 'undeclared_prefix');
    assert.match((await undeclared.adopt('a wrong password')).error ?? '', /No namespace defined for 'ter'/);
  });
});
