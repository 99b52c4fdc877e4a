import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { homeAssistantProgram, missingHomeAssistant } from '@kitestring/lab-testing/programs.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { post, securityHeader, soapMessage } from '../packages/onvif/test/support/soap-client.ts';
import { OnvifCamera } from './support/onvif-camera.ts';

/** It reads all of its parts first. */
const STARTS_WITHIN_MS = 240_000;
const JPEG = 0xff_d8;

interface Entity {
  readonly entity_id: string;
  readonly state: string;
}

/** A new Home Assistant with an owner, in a folder of its own. */
class HomeAssistant implements AsyncDisposable {
  readonly #url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #token = '';

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.#url = url;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(program: string): Promise<HomeAssistant> {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-home-assistant-'));
    const port = await freePort();
    const parts = ['api:', 'config:', 'onboarding:', `http:\n  server_host: 127.0.0.1\n  server_port: ${port}`];
    writeFileSync(join(folder, 'configuration.yaml'), `${parts.join('\n')}\n`);
    const child = spawn(program, ['--config', folder, '--skip-pip'], { stdio: 'ignore' });
    const home = new HomeAssistant(`http://127.0.0.1:${port}`, child, folder);
    try {
      await home.#becomeOwner();
      return home;
    } catch (error) {
      await home[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Adds the camera by the form of the integration, as a person does who enters its address. @returns what the form says */
  async adopt({ onvif, password, user }: OnvifCamera['announced'], asked = password): Promise<{ type: string }> {
    const { hostname, port } = new URL(onvif);
    const flow = 'config/config_entries/flow';
    const { flow_id: id } = await this.call<{ flow_id: string }>('POST', flow, { handler: 'onvif' });
    await this.call('POST', `${flow}/${id}`, { auto: false });
    const entered = { name: 'Kite', host: hostname, port: Number(port), username: user, password: asked };
    return await this.call('POST', `${flow}/${id}`, entered);
  }

  /** States of the camera's entities, by their names. */
  async shown(): Promise<ReadonlyMap<string, string>> {
    const entities = await this.call<readonly Entity[]>('GET', 'states');
    const those = entities.filter(({ entity_id: id }) => id.includes('kite'));
    return new Map(those.map(({ entity_id: id, state }) => [id, state]));
  }

  async picture(id: string): Promise<Buffer> {
    return Buffer.from(await (await this.#fetch('GET', `camera_proxy/${id}`)).arrayBuffer());
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return (await (await this.#fetch(method, path, body)).json()) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #becomeOwner(): Promise<void> {
    const ready = () => fetch(`${this.#url}/api/onboarding`).catch(() => undefined);
    await until('Home Assistant to answer', async () => (await ready())?.ok || undefined, STARTS_WITHIN_MS);
    const owner = { name: 'tester', username: 'tester', password: 'tester-of-cameras', language: 'en' };
    const client = { client_id: `${this.#url}/` };
    const { auth_code: code } = await this.call<{ auth_code: string }>('POST', 'onboarding/users', {
      ...client,
      ...owner,
    });
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, ...client });
    const answer = await fetch(`${this.#url}/auth/token`, { method: 'POST', body: form });
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
  }

  async #fetch(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.#url}/api/${path}`, { method, headers, ...sent });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${response.ok ? '' : await response.text()}`);
    return response;
  }
}

/** Where the camera points, of -1 to 1, as it tells another client. */
async function pan({ onvif, password, user }: OnvifCamera['announced']): Promise<number> {
  const question = soapMessage(
    'tptz:GetStatus <tptz:ProfileToken>zoom</tptz:ProfileToken>',
    securityHeader({ createdMs: Date.now(), password, user }),
  );
  const { text } = await post(onvif.replace('device_service', 'ptz_service'), question);
  return Number(/PanTilt x="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text));
}

describe('Home Assistant', { skip: missingHomeAssistant() }, () => {
  it('adopts the camera by its form, shows its pictures and states, and turns it', async (context) => {
    await using camera = await OnvifCamera.start();
    const program = homeAssistantProgram();
    assert.ok(program);
    await using home = await HomeAssistant.start(program.path);
    assert.equal((await home.adopt(camera.announced, 'not-the-password')).type, 'form');
    assert.equal((await home.adopt(camera.announced)).type, 'create_entry');
    const shown = await until('a camera and states of its events', async () => {
      const states = await home.shown();
      const ids = [...states.keys()];
      return ids.some((id) => id.startsWith('camera.')) && ids.some((id) => id.startsWith('binary_sensor.'))
        ? states
        : undefined;
    });
    context.diagnostic(`${program.version}: ${[...shown].map(([id, state]) => `${id} ${state}`).join(', ')}`);
    const [id = ''] = [...shown.keys()].filter((one) => one.startsWith('camera.'));
    assert.equal((await home.picture(id)).readUInt16BE(), JPEG);
    const before = await pan(camera.announced);
    const move = { entity_id: id, move_mode: 'RelativeMove', pan: 'RIGHT', distance: 0.2, speed: 1 };
    await home.call('POST', 'services/onvif/ptz', move);
    // A fifth of half the view, which is some degrees of the 180 that are 1.
    await until('a camera that has turned', async () => Math.abs((await pan(camera.announced)) - before) > 0.01);
  });
});
