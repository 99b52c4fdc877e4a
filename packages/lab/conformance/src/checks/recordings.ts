import { setTimeout as sleep } from 'node:timers/promises';
import { type ContractCheck, checks, decided, NotApplicableFault, needed, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { type Answer, parsed } from '../link/answer.ts';
import type { SocketLink } from '../link/socket-link.ts';
import type { State } from '../station/moments.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { whenReady } from '../station/when-ready.ts';
import { inEmptyForms, judgeEmptyForms } from './empty-bodies.ts';
import { recordings, streamIds } from './params.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const RECORDINGS = decided('Video');
const START = 'recordings.control.start';
const STOP = 'recordings.control.stop';
const UNKNOWN = { recording_id: '20200101_000000_+0000', file_id: 'main.mp4' };
/** Long enough for a file with content. */
const RECORD_MS = 1500;
/** Station seconds in which the length of a recording must grow. */
const COUNTED_S = 3;

/** A state may be sent ten times a second. */
const SHOWN_MS = 250;

const check = checks('recordings');

const lastState = ({ messages }: SocketLink): State => (parsed(messages.at(-1)?.text ?? '') ?? {}) as State;

/** The recording of the run: id and responses, created once; all other checks of files use it. */
const recorded = (station: StationUnderTest) =>
  station.once('recording', async () => {
    if ((await station.read('recordings.state')).is_recording === true)
      throw new NotApplicableFault('a recording is running already');
    // Open all the time: so many messages pass that one which falls silent is seen.
    const socket = await station.subscribe('recordings/state');
    // Requests that keep their answers have these now.
    await recordings(station);
    const hasVideo = (await streamIds(station)).length > 0;
    const start = await whenReady(station, () => station.ask(START), hasVideo);
    if (start.status === 507) throw new NotApplicableFault('nothing can be recorded: the storage is full');
    const during = await station.ask('recordings.state');
    const again = await station.ask(START);
    const againInForms = await inEmptyForms((asked) => station.ask(START, asked));
    const id = String(during.object.recording_id);
    const list = await recordings(station);
    const deleted = await station.ask('recordings.delete', { params: { recording_id: id } });
    await sleep(RECORD_MS);
    const [secondsS, counted] = [await station.nowS(), await station.ask('recordings.state')];
    await station.sleepS(COUNTED_S);
    const countedForS = (await station.nowS()) - secondsS;
    const later = await station.ask('recordings.state');
    const areCounted = await station.sees(
      socket,
      SHOWN_MS,
      () => Number(lastState(socket).recording_seconds) >= COUNTED_S - 1,
    );
    const stop = await station.ask(STOP);
    const after = await station.ask('recordings.state');
    const isShown = await station.sees(socket, SHOWN_MS, () => lastState(socket).is_recording === false);
    const stopAgain = await station.ask(STOP);
    return {
      start,
      during,
      again,
      id,
      list,
      deleted,
      stop,
      after,
      stopAgain,
      againInForms,
      counted,
      countedForS,
      areCounted,
      isShown,
      later,
      socket,
      done: Math.min(...Object.keys(station.operation(START).replies).map(Number)),
    };
  });

const UNKNOWN_ONES: readonly ContractCheck[] = (
  [
    ['get', 'read'],
    ['file', 'read'],
    ['delete', 'control'],
  ] as const
).map(([name, level]) =>
  check(
    `${name}.unknown`,
    level,
    'A recording that does not exist is 404.',
    published(`recordings/{recording_id}, 404`),
    async (expect, station) => {
      judgeRefusal(expect, await station.ask(`recordings.${name}`, { params: UNKNOWN }), 404, ['RECORDING_NOT_FOUND']);
    },
  ),
);

/** These create the recording that checks of responses and files use. */
export const RECORDER_CHECKS: readonly ContractCheck[] = [
  check(
    'control.start-and-stop',
    'control',
    'A recording starts and stops by command; the state shows it at once.',
    published('POST /v1/recordings/control/start'),
    async (expect, station) => {
      const { start, during, stop, after, done } = await recorded(station);
      judgeDone(expect, start, done, 'status of the start');
      expect.equal(during.object.is_recording, true, 'is_recording right after the start', during.exchange);
      judgeDone(expect, stop, done, 'status of the stop');
      expect.equal(after.object.is_recording, false, 'is_recording right after the stop', after.exchange);
    },
  ),
  check(
    'control.not-twice',
    'control',
    'A start while a recording runs, and a stop while none does, are 409.',
    published('POST /v1/recordings/control/start, 409'),
    async (expect, station) => {
      const { again, againInForms, stopAgain } = await recorded(station);
      judgeRefusal(expect, again, 409, ['ALREADY_RECORDING']);
      judgeEmptyForms(expect, again, againInForms);
      judgeRefusal(expect, stopAgain, 409, ['NOT_RECORDING']);
    },
  ),
  check(
    'state.subscribe.goes-on',
    'control',
    'A subscription that was open before a recording shows its start, its seconds and its end.',
    published('GET /v1/{category}/{endpoint}/subscribe, 101'),
    async (expect, station) => {
      const { areCounted, isShown, later, socket } = await recorded(station);
      const states = socket.messages.map(({ text }) => (parsed(text) ?? {}) as State);
      const during = states.filter(({ is_recording: is }) => is === true);
      expect.that(during.length > 0, 'a message shows the recording', socket.exchange);
      if (later.object.recording_seconds !== undefined) {
        const seconds = during.map(({ recording_seconds: one }) => Number(one));
        expect.that(areCounted, `messages count its seconds: ${seconds.join(', ')}`, socket.exchange);
        const sorted = seconds.toSorted((one, other) => one - other);
        expect.equal(seconds, sorted, 'seconds of messages in order', socket.exchange);
      }
      expect.that(isShown, 'the last message shows its end', socket.exchange);
    },
  ),
  check(
    'state.counts-seconds',
    'control',
    'recording_seconds grows with the time of the station while something is recorded.',
    published('GET /v1/recordings/state'),
    async (expect, station) => {
      const { counted, countedForS, later } = await recorded(station);
      const [from, to] = [counted, later].map(({ object }) => object.recording_seconds);
      if (typeof from !== 'number' || typeof to !== 'number')
        throw new NotApplicableFault('there is no recording_seconds');
      const text = `recording_seconds went from ${from} to ${to} in ${countedForS.toFixed(1)} s`;
      // Both may be whole seconds, and the answers take some time.
      expect.that(to - from >= COUNTED_S - 1 && to - from <= countedForS * 1.2 + 2, text, later.exchange);
    },
  ),
  check(
    'delete.running',
    'control',
    'The recording that is running cannot be deleted: 400.',
    published('DELETE /v1/recordings/{recording_id}, 400'),
    async (expect, station) => {
      const { deleted, list, id } = await recorded(station);
      judgeRefusal(expect, deleted, 400, ['RECORDING_IN_USE']);
      const entries = list.filter(({ recording_id: one }) => decodeURIComponent(one) === decodeURIComponent(id));
      expect.equal(entries.length, 1, 'recordings of this id in the list');
      const [entry] = entries;
      expect.equal(entry?.is_being_recorded, true, 'is_being_recorded in the list');
    },
  ),
];

/** The file requested in ranges. */
async function fileOf(station: StationUnderTest) {
  const { id } = await recorded(station);
  const plain = decodeURIComponent(id);
  const entry = needed(
    (await recordings(station)).find((one) => decodeURIComponent(one.recording_id) === plain),
    'the recording is not listed',
  );
  const file = needed(entry.videos?.[0], 'the recording has no file');
  return {
    size: file.size,
    ask: (headers: Readonly<Record<string, string>>, method = 'GET') =>
      station.ask('recordings.file', { params: { recording_id: plain, file_id: file.file_id }, headers, method }),
  };
}

/** The last of them deletes that recording. */
export const FILE_CHECKS: readonly ContractCheck[] = [
  ...UNKNOWN_ONES,
  check(
    'file.whole',
    'control',
    'A file is sent whole, as MP4, with the size that the list gives.',
    published('GET /v1/recordings/{recording_id}/{file_id}, 200'),
    async (expect, station) => {
      const { size, ask } = await fileOf(station);
      const answer = await ask({});
      expect.equal(answer.status, 200, 'status', answer.exchange);
      expect.equal(answer.bytes.length, size, 'bytes', answer.exchange);
      expect.matches(answer.header('content-type'), /^video\/mp4\b/, 'content type', answer.exchange);
      expect.equal(answer.bytes.subarray(4, 8).toString('latin1'), 'ftyp', 'type of the first box', answer.exchange);
      const head = await ask({}, 'HEAD');
      expect.equal(head.status, 200, 'status of HEAD', head.exchange);
      // May be absent in chunked responses (RFC 9110 section 8.6).
      const length = head.header('content-length') ?? String(size);
      expect.equal(length, String(size), 'Content-Length of HEAD', head.exchange);
    },
  ),
  check(
    'file.ranges',
    'control',
    'Range gives parts of a file: 206 with Content-Range; a suffix counts from the end.',
    published('GET /v1/recordings/{recording_id}/{file_id}, 206'),
    async (expect, station) => {
      const { size, ask } = await fileOf(station);
      const whole = (await ask({})).bytes;
      for (const [range, from, to] of [
        ['0-99', 0, 99],
        [`${size - 50}-`, size - 50, size - 1],
        ['-40', size - 40, size - 1],
      ] as const) {
        const answer = await ask({ range: `bytes=${range}` });
        judgeRange(expect, answer, { from, to, size }, whole);
      }
    },
  ),
  check(
    'file.several-ranges',
    'control',
    'Several ranges are answered together: 206 as multipart/byteranges, each part with its Content-Range.',
    RECORDINGS,
    async (expect, station) => {
      const { size, ask } = await fileOf(station);
      const whole = (await ask({})).bytes;
      // Far apart, because close ranges may be combined.
      const middle = Math.floor(size / 2);
      const ranges = [
        [0, 9],
        [middle, middle + 49],
        [size - 20, size - 1],
      ] as const;
      const answer = await ask({ range: `bytes=${ranges.map(([from, to]) => `${from}-${to}`).join(',')}` });
      expect.equal(answer.status, 206, 'status', answer.exchange);
      const boundary = /^multipart\/byteranges;\s*boundary="?([^";]+)"?$/.exec(
        answer.header('content-type') ?? '',
      )?.[1];
      expect.needs(boundary !== undefined, 'the type is multipart/byteranges with a boundary', answer.exchange);
      const parts = partsOf(answer.bytes, boundary ?? '');
      const wanted = ranges.map(([from, to]) => `bytes ${from}-${to}/${size}`);
      const got = parts.map(({ range }) => range);
      expect.equal(got, wanted, 'Content-Range of the parts', answer.exchange);
      for (const [index, [from, to]] of ranges.entries()) {
        const isSame = parts[index]?.bytes.equals(whole.subarray(from, to + 1)) === true;
        expect.that(isSame, `bytes ${from} to ${to} are those of the file`, answer.exchange);
      }
    },
  ),
  check(
    'file.wrong-range',
    'control',
    'A range beyond the file is 416, with the size in Content-Range.',
    published('GET /v1/recordings/{recording_id}/{file_id}, 416'),
    async (expect, station) => {
      const { size, ask } = await fileOf(station);
      const answer = await ask({ range: `bytes=${size}-` });
      judgeRefusal(expect, answer, 416, ['RANGE_NOT_SATISFIABLE']);
      expect.equal(answer.header('content-range'), `bytes */${size}`, 'Content-Range', answer.exchange);
    },
  ),
  check(
    'file.conditions',
    'control',
    'If-None-Match with the ETag is 304; If-Range with it gives the part, with another one the whole file.',
    RECORDINGS,
    async (expect, station) => {
      const { size, ask } = await fileOf(station);
      const whole = await ask({});
      const etag = whole.header('etag');
      expect.needs(etag !== undefined, 'there is an ETag', whole.exchange);
      expect.equal((await ask({})).header('etag'), etag, 'ETag of the same file', whole.exchange);
      expect.matches(whole.header('accept-ranges'), /^bytes$/, 'Accept-Ranges', whole.exchange);
      const known = await ask({ 'if-none-match': etag ?? '' });
      expect.equal([known.status, known.bytes.length], [304, 0], 'status and bytes for If-None-Match', known.exchange);
      const part = await ask({ range: 'bytes=0-9', 'if-range': etag ?? '' });
      expect.equal([part.status, part.bytes.length], [206, 10], 'status and bytes for If-Range', part.exchange);
      const changed = await ask({ range: 'bytes=0-9', 'if-range': '"another"' });
      const got = [changed.status, changed.bytes.length];
      expect.equal(got, [200, size], 'status and bytes for If-Range of another file', changed.exchange);
    },
  ),
  check(
    'delete.deletes',
    'control',
    'A deleted recording is gone: 404, and no longer listed.',
    published('DELETE /v1/recordings/{recording_id}, 200'),
    async (expect, station) => {
      const params = { recording_id: decodeURIComponent((await recorded(station)).id) };
      await recordings(station);
      const answer = await station.ask('recordings.delete', { params });
      judgeDone(expect, answer, 200);
      judgeRefusal(expect, await station.ask('recordings.get', { params }), 404, ['RECORDING_NOT_FOUND']);
      const left = (await recordings(station)).map(({ recording_id: id }) => decodeURIComponent(id));
      expect.that(!left.includes(params.recording_id), 'it is no longer listed');
    },
  ),
  check(
    'id-is-a-time',
    'control',
    'A recording_id is the local time of its start with its offset.',
    RECORDINGS,
    async (expect, station) => {
      const { id } = await recorded(station);
      expect.matches(decodeURIComponent(id), /^\d{8}_\d{6}_[+-]\d{4}$/, 'recording_id');
    },
  ),
];

function judgeRange(
  expect: Expectations,
  answer: Answer,
  { from, to, size }: Readonly<Record<'from' | 'to' | 'size', number>>,
  whole: Buffer,
) {
  expect.equal(answer.status, 206, 'status', answer.exchange);
  expect.equal(answer.header('content-range'), `bytes ${from}-${to}/${size}`, 'Content-Range', answer.exchange);
  const isSame = answer.bytes.equals(whole.subarray(from, to + 1));
  expect.that(isSame, `bytes ${from} to ${to} are those of the file`, answer.exchange);
}

/** The parts of a multipart body (RFC 2046). */
function partsOf(
  body: Buffer,
  boundary: string,
): readonly { readonly range: string | undefined; readonly bytes: Buffer }[] {
  // Latin-1 maps each byte to a character.
  const [, ...texts] = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  return texts.slice(0, -1).map((text) => {
    const head = text.indexOf('\r\n\r\n');
    const range = /^content-range:\s*(.*)$/im.exec(text.slice(0, head))?.[1]?.trim();
    return { range, bytes: Buffer.from(text.slice(head + 4), 'latin1') };
  });
}
