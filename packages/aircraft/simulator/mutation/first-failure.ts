import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';

/** Test reporter that prints nothing and ends the process at the first test that fails. */
export default new Transform({
  writableObjectMode: true,
  transform({ type }: TestEvent, _encoding, done) {
    if (type === 'test:fail') process.exit(1);
    done();
  },
});
