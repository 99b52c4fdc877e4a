import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { NotificationParameters } from '@kitestring/station-contract/notifications/notification.ts';
import type { AircraftNote } from '../ports/autopilot-report.ts';
import { AutopilotNotes } from './autopilot-notes.ts';

function begun() {
  const clock = new VirtualClock();
  const story: string[] = [];
  const active = new Set<string>();
  const notifications = {
    raise: (name: string, { text }: NotificationParameters = {}) => {
      active.add(name);
      story.push(`+${name} ${text}`);
    },
    clear: (name: string) => {
      if (active.delete(name)) story.push(`-${name}`);
    },
    isActive: (name: string) => active.has(name),
  };
  let tell = (_note: AircraftNote): void => {};
  const aircraft = {
    onNote: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  };
  const notes = new AutopilotNotes({ aircraft, clock, notifications });
  return { clock, notes, story, tell: (severity: AircraftNote['severity'], text: string) => tell({ severity, text }) };
}

describe('notes of an autopilot', () => {
  it('are notifications for a while, each of its own', () => {
    const { clock, story, tell } = begun();
    tell('warn', 'GPS Glitch');
    clock.advance(5);
    tell('warn', 'Compass variance');
    tell('error', 'Battery Failsafe');
    clock.advance(19.9);
    assert.equal(story.length, 4);
    clock.advance(0.2);
    assert.deepEqual(story, [
      '+AUTOPILOT_WARNING GPS Glitch',
      '-AUTOPILOT_WARNING',
      '+AUTOPILOT_WARNING Compass variance',
      '+AUTOPILOT_ERROR Battery Failsafe',
      '-AUTOPILOT_WARNING',
      '-AUTOPILOT_ERROR',
    ]);
  });

  it('that are repeated last longer', () => {
    const { clock, story, tell } = begun();
    for (let count = 0; count < 5; count += 1) {
      tell('info', 'Landing');
      clock.advance(15);
    }
    clock.advance(10);
    assert.deepEqual(story, ['+AUTOPILOT_INFO Landing', '-AUTOPILOT_INFO']);
  });

  it('are bounded in number and length, without control characters, and errors do not wait for others', () => {
    const { clock, story, tell } = begun();
    for (let count = 0; count < 100; count += 1) tell('info', `text ${count}`);
    const begins = () => story.filter((line) => line.startsWith('+')).length;
    assert.equal(begins(), 12);
    tell('error', `a\u001b[2J\nb${'x'.repeat(500)}`);
    assert.equal(begins(), 13);
    assert.match(story.at(-1) ?? '', /^\+AUTOPILOT_ERROR a \[2J bx+$/);
    assert.ok((story.at(-1)?.length ?? 0) < 220);
    tell('info', 'too many');
    assert.equal(begins(), 13);
    clock.advance(5);
    tell('info', 'again');
    tell('info', 'too many again');
    assert.equal(begins(), 14);
  });

  it('that are empty are none, and none are told after the stop', () => {
    const { clock, notes, story, tell } = begun();
    tell('warn', ' \n');
    tell('warn', 'last');
    notes.stop();
    clock.advance(60);
    assert.deepEqual(story, ['+AUTOPILOT_WARNING last']);
  });
});
