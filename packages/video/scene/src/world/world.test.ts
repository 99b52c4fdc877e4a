import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makePuff, PUFFS, type Puff, smokeAt } from './fire.ts';
import { moveTo } from './moving.ts';
import { TETHER_EXIT_UP_M } from './shapes/vehicles.ts';
import { buildWorld, type SceneWorld } from './world.ts';

const world = buildWorld(7);

/** Where everything that moves is at a time. */
function placesAt({ movers, grid }: SceneWorld, timeS: number): readonly (readonly [number, number])[] {
  const [cos, sin] = [Math.cos(grid.headingRad), Math.sin(grid.headingRad)];
  return movers.map((mover) => {
    moveTo(mover, timeS, cos, sin);
    return [mover.body.eastM, mover.body.northM] as const;
  });
}

describe('the world', () => {
  for (const seed of [1, 7, 4711, -5]) {
    it(`of seed ${seed} is a town of 150 to 300 buildings with 10 landmarks or more`, () => {
      const { buildings, landmarks } = buildWorld(seed);
      assert.ok(buildings >= 150 && buildings <= 300, `${buildings}`);
      assert.ok(landmarks.length >= 10, `${landmarks.length}`);
      assert.equal(new Set(landmarks.map(({ name }) => name)).size, landmarks.length);
    });
  }

  it('is the same for the same seed, and another for another', () => {
    const same = buildWorld(7);
    assert.deepEqual(same.materials.pool, world.materials.pool);
    assert.deepEqual(same.landmarks, world.landmarks);
    assert.deepEqual(
      same.bodies.map(({ eastM, northM }) => [eastM, northM]),
      world.bodies.map(({ eastM, northM }) => [eastM, northM]),
    );
    assert.notDeepEqual(buildWorld(8).landmarks, world.landmarks);
  });

  it('leaves the place of the Ground Station free of buildings', () => {
    const near = world.bodies.filter(({ shape, eastM, northM }) => {
      const away = Math.hypot(eastM, northM);
      return away > 0 && away < 18 && shape.shadow.kind === 'box' && shape.shadow.heightM > TETHER_EXIT_UP_M;
    });
    assert.deepEqual(near, []);
  });

  it('refuses a seed that is no integer', () => {
    assert.throws(() => buildWorld(0.5), /seed must be an integer, got 0.5/);
  });
});

describe('what moves', () => {
  it('is where the time says, whatever was asked for before', () => {
    const first = placesAt(world, 1_700_000_123.25);
    placesAt(world, 17);
    assert.deepEqual(placesAt(world, 1_700_000_123.25), first);
  });

  it('goes on its way without a jump, as fast as people walk and cars drive', () => {
    const startS = 1_781_270_000;
    let last = placesAt(world, startS);
    for (let step = 1; step <= 1200; step += 1) {
      const places = placesAt(world, startS + step * 0.1);
      places.forEach(([east, north], index) => {
        const speed = Math.hypot(east - (last[index]?.[0] ?? 0), north - (last[index]?.[1] ?? 0)) / 0.1;
        const { speedMps } = world.movers[index] as SceneWorld['movers'][number];
        assert.ok(
          speed <= speedMps * 1.001 && speed > speedMps * 0.6,
          `mover ${index} at ${step}: ${speed} of ${speedMps}`,
        );
      });
      last = places;
    }
  });

  it('looks where it goes', () => {
    const places = placesAt(world, 5000);
    const ahead = world.movers.map(({ body }) => [body.cos, body.sin] as const);
    const later = placesAt(world, 5000.01);
    later.forEach(([east, north], index) => {
      const [cos, sin] = ahead[index] as readonly [number, number];
      const [fromEast, fromNorth] = places[index] as readonly [number, number];
      const way = Math.hypot(east - fromEast, north - fromNorth);
      assert.ok(((east - fromEast) * cos + (north - fromNorth) * sin) / way > 0.98, `mover ${index}`);
    });
  });
});

describe('smoke', () => {
  /** Middle of all smoke, weighed by its density. */
  function middle(eastMps: number, northMps: number): readonly [east: number, north: number, up: number] {
    const puff = makePuff();
    let [east, north, up, sum] = [0, 0, 0, 0];
    for (let index = 0; index < PUFFS; index += 1) {
      smokeAt(world.fire, index, 1_781_270_000, { eastMps, northMps }, puff);
      east += puff.eastM * puff.density;
      north += puff.northM * puff.density;
      up += puff.upM * puff.density;
      sum += puff.density;
    }
    return [east / sum - world.fire.eastM, north / sum - world.fire.northM, up / sum];
  }

  it('goes with the wind, and straight up without', () => {
    const [stillEast, stillNorth, up] = middle(0, 0);
    assert.ok(Math.hypot(stillEast, stillNorth) < 6 && up > world.fire.upM + 8);
    const driftM = middle(5, 0)[0] - stillEast;
    assert.ok(driftM > 20, `${driftM}`);
    assert.ok(Math.abs(middle(5, 0)[1] - stillNorth) < 1e-6);
    assert.ok(Math.abs(middle(10, 0)[0] - stillEast - 2 * driftM) < 1e-6, 'twice the wind, twice as far');
    assert.ok(Math.abs(middle(0, -5)[1] - stillNorth + driftM) < 1e-6);
  });

  it('has no puff that comes or goes at once: one that is new, or about to go, is thin', () => {
    const wind = { eastMps: 4, northMps: 2 };
    const allAt = (timeS: number) =>
      Array.from({ length: PUFFS }, (_, index) => {
        const puff = makePuff();
        smokeAt(world.fire, index, timeS, wind, puff);
        return puff;
      });
    const hasMatch = (puff: Puff, others: readonly Puff[]) =>
      others.some(
        (other) => Math.hypot(other.eastM - puff.eastM, other.northM - puff.northM, other.upM - puff.upM) < 0.6,
      );
    for (let step = 0; step < 240; step += 1) {
      const [before, after] = [allAt(1000 + step * 0.05), allAt(1000 + (step + 1) * 0.05)];
      for (const puff of before) assert.ok(puff.density < 0.1 || hasMatch(puff, after), `gone at ${step}`);
      for (const puff of after) assert.ok(puff.density < 0.16 || hasMatch(puff, before), `new at ${step}`);
    }
  });
});
