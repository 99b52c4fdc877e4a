import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Files whose private fields are not part of a snapshot, and why. */
const NOT_SAVED: Readonly<Record<string, string>> = {
  'aircraft/simulator/src/airframe/': 'an autopilot in another process has no snapshot',
  'aircraft/simulator/src/simulation-clock.ts':
    'its timers are saved by their owners; one that has stopped takes no snapshot',
  'aircraft/simulator/src/simulation-driver.ts': 'speed and pause are those of the process',
  'station/core/src/snapshot/': 'the archive itself',
  'station/core/src/timer-queue.ts': 'its timers are saved by their owners',
  'station/core/src/topic.ts': 'computed from the state when it is read',
  'station/core/src/containment.ts': 'listeners belong to the process',
  'station/core/src/limits/': 'limits of requests count real time',
  'station/core/src/waiters.ts': 'requests that wait belong to the process',
  'station/core/src/flight/readiness-watch.ts': 'requests that wait belong to the process',
  'station/core/src/auth/': 'who may do what is decided now: a reset gives back nothing that was taken',
  'station/core/src/recordings/': 'files and recorder belong to the process',
  'station/core/src/system/autopilot-notes.ts': 'only a real aircraft has them, and no snapshot',
  'station/core/src/captures/': 'pictures are not part of a snapshot',
};

/** Fields that cannot change, or follow from what is saved, or from the length of a step, which a station never changes. */
const CONSTANT =
  /#(listeners|cancels|cancelSweep|faultListeners|orbits|origin|values|byToken|byTokenHash|cancel|open|stepS|steadyShare|followShare|mostChangeMps)\b/;

/** Private fields that are assigned or hold a collection, of classes whose method STATE does not mention them. */
function unsaved(file: string): readonly { readonly file: string; readonly name: string }[] {
  const text = readFileSync(join(root, 'packages', file), 'utf8');
  const classes = text.split(/^(?=(?:export )?(?:abstract )?class )/m).slice(1);
  return classes.flatMap((code) => {
    const [, saved = ''] = /\n {2}\[STATE\]\(.*?\{\n(.*?)\n {2}\}\n/s.exec(code) ?? [];
    const mutable = [...code.matchAll(/^ {2}(#\w+)(?:: | = )[^\n]*;$/gm)];
    const collections = [...code.matchAll(/^ {2}readonly (#\w+)[^\n]*= (?:new |\[|\{|Array\.|Float64Array)/gm)];
    return [...mutable, ...collections]
      .map(([, name = '']) => name)
      .filter((name) => !CONSTANT.test(name) && !new RegExp(`${name}\\b`).test(saved))
      .map((name) => ({ file, name }));
  });
}

describe('the state of a simulated station', () => {
  it('is saved by every class that has some', () => {
    const files = globSync('{aircraft/simulator,station/core}/src/**/*.ts', { cwd: join(root, 'packages') })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => !Object.keys(NOT_SAVED).some((exempt) => file.startsWith(exempt)));
    assert.ok(files.length > 200);
    assert.deepEqual(files.flatMap(unsaved), []);
  });
});
