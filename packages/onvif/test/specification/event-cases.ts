import assert from 'node:assert/strict';
import { until } from '@kitestring/lab-testing/until.ts';
import { type CaseCamera, each, hasServiceCapabilities, notApplicable, type SpecificationCase } from './case-camera.ts';
import { namespaceCases } from './namespace-cases.ts';

const MANAGER = 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager';
const TEN_S = '<InitialTerminationTime>PT10S</InitialTerminationTime>';
const CONTENT =
  '<MessageContent>boolean(//tt:SimpleItem[@Name="InputToken"]) and not(boolean(//tt:SimpleItem[@Value="true"]))</MessageContent>';
const topics = (expression: string) => `<Filter><TopicExpression>${expression}</TopicExpression></Filter>`;
const FLYING = 'tns1:Device/Trigger/DigitalInput';
const HOT = 'tns1:Device/HardwareFailure/TemperatureCritical';
const CLOCK = 'tns1:Monitoring/OperatingTime/LastClockSynchronization';
const ALL_BELOW = 'tns1:Device//.';

const unknown = (camera: CaseCamera, url: string) =>
  camera.ask('wsnt:Unsubscribe', { url }).then((text) => assert.match(text, /ResourceUnknown/));

/** Lifetime in an answer, seconds. */
function lifetimeS(text: string): number {
  const [current = 0, end = 0] = ['CurrentTime', 'TerminationTime'].map((name) =>
    Date.parse(new RegExp(`:${name}>(.*?)<`).exec(text)?.[1] ?? ''),
  );
  return (end - current) / 1000;
}

async function renewed(camera: CaseCamera): Promise<void> {
  const url = await camera.pullPoint(TEN_S);
  const action = `${MANAGER}/Renew`;
  const text = await camera.ok('wsnt:Renew <TerminationTime>PT10S</TerminationTime>', /./, { action, url });
  assert.ok(lifetimeS(text) >= 10);
}

async function ended(camera: CaseCamera): Promise<void> {
  const url = await camera.pullPoint(TEN_S);
  await camera.ok('wsnt:Unsubscribe', /./, { action: `${MANAGER}/Unsubscribe`, url });
  await unknown(camera, url);
}

/** The messages that a filter selects, of all two that there are. */
const filtered = (expression: string, expected: readonly string[]) => async (camera: CaseCamera) => {
  const text = await camera.pull(await camera.pullPoint(topics(expression)));
  assert.deepEqual(names(text), expected);
};

const sentFiltered = (expression: string, expected: readonly string[]) => async (camera: CaseCamera) => {
  const [text] = await camera.notified(topics(expression));
  assert.deepEqual([...new Set(names(text))], expected);
};

const names = (text: string) => [...text.matchAll(/<wsnt:Topic [^>]*>(.*?)</g)].map(([, topic]) => topic);

async function asManyAsTold(camera: CaseCamera): Promise<void> {
  const [, told = ''] = /MaxPullPoints="(\d+)"/.exec(await camera.ok('tev:GetServiceCapabilities')) ?? [];
  const made = new Set<string>();
  for (let count = 0; count < Number(told); count += 1) made.add(await camera.pullPoint());
  assert.equal(made.size, Number(told));
}

async function keptAlive(camera: CaseCamera): Promise<void> {
  const url = await camera.pullPoint('<InitialTerminationTime>PT20S</InitialTerminationTime>');
  for (let count = 0; count < 3; count += 1) {
    camera.device.station.clock.advance(15);
    await camera.ok('tev:SetSynchronizationPoint', /./, { url });
    await camera.pull(url);
  }
}

async function timedOut(camera: CaseCamera): Promise<void> {
  const url = await camera.pullPoint('<InitialTerminationTime>PT20S</InitialTerminationTime>');
  camera.device.station.clock.advance(21);
  await unknown(camera, url);
}

async function pullsInTime(camera: CaseCamera): Promise<void> {
  const url = await camera.pullPoint();
  await camera.pull(url);
  const pulled = camera.pull(url, 'PT20S');
  await until('the pull to wait', () => camera.device.server.hasWaitingPull || undefined);
  camera.device.station.clock.advance(21);
  assert.deepEqual(names(await pulled), []);
}

const invalidTopic = (camera: CaseCamera) =>
  camera.refused(`tev:CreatePullPointSubscription ${topics('xyz')}`, 'InvalidArgVal', 'InvalidFilter');

const invalidContent = (operation: string) => (camera: CaseCamera) => {
  const filter = '<Filter><MessageContent>boolean((//tt:SimpleItem[@Name="xyz"])</MessageContent></Filter>';
  const consumer = '<ConsumerReference><Address>http://127.0.0.1:8080/</Address></ConsumerReference>';
  return camera.refused(`${operation} ${consumer}${filter}`, 'InvalidArgVal', 'InvalidFilter');
};

/** Event Handling Device Test Specification 21.12. */
export const EVENT_CASES: Readonly<Record<string, SpecificationCase>> = {
  'EVENT-1-1-2': (camera) => camera.ok('tev:GetEventProperties', /TopicSet>.*tns1:Device.*TopicExpressionDialect/),
  'EVENT-2-1-9': (camera) => camera.notified(TEN_S),
  'EVENT-2-1-12': renewed,
  'EVENT-2-1-17': async (camera) =>
    assert.deepEqual([...new Set(names((await camera.notified())[0]))], [FLYING, HOT, CLOCK]),
  'EVENT-2-1-18': sentFiltered(HOT, [HOT]),
  'EVENT-2-1-19': invalidContent('wsnt:Subscribe'),
  ...each('EVENT-2-1-21 EVENT-2-1-22 EVENT-2-1-28', async (camera) => unknown(camera, (await camera.notified())[1])),
  'EVENT-2-1-23': (camera) => {
    const consumer = '<ConsumerReference><Address>http://127.0.0.1:8080/</Address></ConsumerReference>';
    return camera.refused(`wsnt:Subscribe ${consumer}${topics('xyz')}`, 'InvalidArgVal', 'InvalidFilter');
  },
  'EVENT-2-1-24': (camera) => camera.notified(),
  'EVENT-2-1-25': sentFiltered(`${FLYING}|${HOT}`, [FLYING, HOT]),
  'EVENT-2-1-26': sentFiltered('tns1:Device/HardwareFailure//.', [HOT]),
  'EVENT-2-1-27': sentFiltered(`tns1:Device/HardwareFailure//.|${FLYING}`, [FLYING, HOT]),
  'EVENT-2-1-29': async (camera) => {
    const [text] = await camera.notified(`<Filter>${CONTENT}</Filter>`);
    assert.deepEqual([...new Set(names(text))], [FLYING]);
  },
  'EVENT-3-1-9': (camera) => camera.pullPoint(TEN_S),
  'EVENT-3-1-12': renewed,
  'EVENT-3-1-15': async (camera) =>
    assert.deepEqual(names(await camera.pull(await camera.pullPoint())), [FLYING, HOT, CLOCK]),
  'EVENT-3-1-16': filtered(HOT, [HOT]),
  'EVENT-3-1-17': invalidContent('tev:CreatePullPointSubscription'),
  ...each('EVENT-3-1-19 EVENT-3-1-36', ended),
  'EVENT-3-1-20': timedOut,
  'EVENT-3-1-22': invalidTopic,
  ...each('EVENT-3-1-24 EVENT-3-1-25', keptAlive),
  'EVENT-3-1-32': pullsInTime,
  'EVENT-3-1-33': filtered(`${FLYING}|${HOT}`, [FLYING, HOT]),
  'EVENT-3-1-34': filtered(ALL_BELOW, [FLYING, HOT]),
  'EVENT-3-1-35': filtered(`tns1:Device/HardwareFailure//.|${FLYING}`, [FLYING, HOT]),
  'EVENT-3-1-37': asManyAsTold,
  'EVENT-3-1-38': async (camera) => {
    const text = await camera.pull(await camera.pullPoint(`<Filter>${CONTENT}</Filter>`));
    assert.deepEqual(names(text), [FLYING]);
  },
  ...namespaceCases('EVENT-4-1-', 6, 'tev', 'GetEventProperties'),
  ...each('EVENT-5-1-1 EVENT-5-1-2', hasServiceCapabilities('tev')),
  ...each('EVENT-6-1-3 EVENT-6-1-4 EVENT-6-1-5', notApplicable('events are not kept on a disk')),
  ...each(
    'EVENT-7-1-1 EVENT-7-1-2 EVENT-7-1-3 EVENT-7-1-4 EVENT-7-2-1 EVENT-7-2-2 EVENT-7-2-3 EVENT-7-2-4 EVENT-7-2-5 EVENT-7-2-6 EVENT-7-2-7',
    notApplicable('no event broker can be named'),
  ),
};
