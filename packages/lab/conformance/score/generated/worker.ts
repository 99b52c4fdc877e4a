import { seededStation } from '../seeded-station.ts';
import { generatedDefects } from './all-generated.ts';
import { Examiner } from './examiner.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import type { PacedStation } from './proxied-run.ts';
import type { Stage } from './stages.ts';
import type { Traces } from './traces.ts';

/*
 * A process that judges defects on its own stations, so that each core has work. It first gets the answers of a good
 * station and the requests of each check, then one defect after the other.
 */

export interface Preparation {
  readonly samples: readonly (readonly [string, unknown])[];
  readonly traces: Traces;
}

export interface Task {
  readonly id: string;
  readonly stage: Stage;
}

export interface Judged extends Task {
  readonly caughtBy?: string;
  /** Nothing has found it, but a check was left out on a busy machine. */
  readonly isHurried?: boolean;
  readonly tookMs: number;
  /** It could not be judged. */
  readonly fault?: string;
}

/** A station of a kind; those that only read share one. */
interface Room {
  readonly kind: string;
  readonly station: PacedStation & AsyncDisposable;
  guests: number;
}

const rooms: Room[] = [];
let traces: Traces = {};
let defects = new Map<string, GeneratedDefect>();

async function judged({ id, stage }: Task): Promise<Judged> {
  const startedMs = performance.now();
  const defect = defects.get(id);
  if (defect === undefined) throw new Error(`there is no defect ${id}`);
  const room = await roomFor(defect, stage);
  try {
    const examiner = new Examiner(room.station, traces);
    const caughtBy = await examiner.caughtBy(defect, stage);
    room.guests -= 1;
    const tookMs = performance.now() - startedMs;
    return caughtBy === undefined
      ? { id, stage, tookMs, isHurried: examiner.isHurried }
      : { id, stage, tookMs, caughtBy };
  } catch (error) {
    // Whatever its state is, the next defect gets another one.
    rooms.splice(rooms.indexOf(room), 1);
    await room.station[Symbol.asyncDispose]();
    return { id, stage, tookMs: performance.now() - startedMs, fault: String(error) };
  }
}

async function roomFor({ flags = {}, hasVideo }: GeneratedDefect, stage: Stage): Promise<Room> {
  const kind = JSON.stringify([stage, hasVideo, flags]);
  const known = rooms.find((room) => room.kind === kind && (room.guests === 0 || stage === 'read'));
  if (known !== undefined) {
    known.guests += 1;
    return known;
  }
  // An idle station uses processor time, too.
  for (const old of rooms.filter((room) => room.kind !== kind && room.guests === 0)) {
    rooms.splice(rooms.indexOf(old), 1);
    await old.station[Symbol.asyncDispose]();
  }
  // A client that only reads sees an active notification; one that flies needs a Kite without a fault.
  const mayFly = stage !== 'read';
  const station = await seededStation({ 'video-enabled': String(hasVideo), ...flags }, { mayFly });
  const room = { kind, station, guests: 1 };
  rooms.push(room);
  return room;
}

// The parent process is gone.
process.on('disconnect', () => process.exit());

process.on('message', (message: Preparation | Task | 'end') => {
  if (message === 'end') {
    void Promise.all(rooms.map(({ station }) => station[Symbol.asyncDispose]())).then(() => process.exit());
  } else if ('samples' in message) {
    traces = message.traces;
    defects = new Map(generatedDefects(new Map(message.samples)).map((defect) => [defect.id, defect]));
  } else {
    void judged(message).then((result) => process.send?.(result));
  }
});
