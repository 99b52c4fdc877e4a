import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STATE, StateArchive } from './state-archive.ts';

/** The layout of a class, given as the text that a bundler or a formatter has written. */
function layout(text: string): string {
  const Part = new Function('STATE', `return ${text}`)(STATE) as new () => object;
  return StateArchive.layoutOf(new Part());
}

const WRITTEN = `class Part {
  #turns = 0;
  #sinceUs = 0;
  [STATE](archive) {
    // Both or none.
    [this.#turns, this.#sinceUs] = archive.all(this.#turns, this.#sinceUs);
  }
}`;

const PRINTED = `class Part {
	#turns = 0;
	#sinceUs = 0;
	[STATE](a) {
		[
			this.#turns,
			this.#sinceUs
		] = a.all(
			this.#turns, /* positive clockwise */
			this.#sinceUs,
		);
	}
}`;

const swapped = (text: string) =>
  text
    .replace('all(this.#turns, this.#sinceUs)', 'all(this.#sinceUs, this.#turns)')
    .replace('[this.#turns, this.#sinceUs]', '[this.#sinceUs, this.#turns]');

describe('the layout of saved state', () => {
  it('is the same however the software is formatted, commented and bundled', () => {
    assert.equal(layout(PRINTED), layout(WRITTEN));
  });

  it('changes with a class or a field that is added, renamed or moved', () => {
    const others = [
      WRITTEN.replaceAll('turns', 'quarterTurns'),
      WRITTEN.replace('class Part', 'class Spool'),
      WRITTEN.replaceAll('this.#sinceUs', 'this.#sinceUs, this.#turns'),
      WRITTEN.replace('#turns = 0;', '#turns = 0; isSet = false;'),
      swapped(WRITTEN),
    ];
    const layouts = [WRITTEN, ...others].map(layout);
    assert.equal(new Set(layouts).size, layouts.length, layouts.join('\n\n'));
  });

  it('changes with the fields of a record that is made for it', () => {
    const saving = (record: string) => `class Part { #endUs = 1; [STATE](archive) { archive.of(${record}); } }`;
    assert.notEqual(layout(saving('{ endUs: this.#endUs }')), layout(saving('{ leftUs: this.#endUs }')));
  });
});
