/** Columns of a letter; one more is free on its right. */
export const GLYPH_COLUMNS = 5;
/** Rows of a line: two for marks above capitals, seven of a capital, two below the line. */
export const GLYPH_ROWS = 11;
const MARK_ROWS = 2;

/*
 * A letter is a row of digits to the base 32, one for each row of five pixels from the top of a capital, the leftmost pixel first;
 * missing ones are empty.
 */
const GLYPHS = `A ehhvhhh B uhhuhhu C ehggghe D uhhhhhu E vgguggv F vgguggg G ehgnhhf H hhhvhhh I e44444e J 72222ic K hikokih L ggggggv M hrllhhh
N hhpljhh O ehhhhhe P uhhuggg Q ehhhlid R uhhukih S fgge11u T v444444 U hhhhhhe V hhhhha4 W hhhllla X hha4ahh Y hhha444 Z v1248gv
0 ehjlphe 1 4c4444e 2 eh1248v 3 v2421he 4 26aiv22 5 vgu11he 6 68guhhe 7 v124888 8 ehhehhe 9 ehhf12c
a 00e1fhf b ggmphhu c 00egghe d 11djhhf e 00ehvge f 698s888 g 00fhhhf1e h ggmphhh i 40c444e j 2062222ic k ggikoki l c44444e m 00qllhh
n 00mphhh o 00ehhhe p 00uhhhugg q 00fhhhf11 r 00mpggg s 00ege1u t 88s8896 u 00hhhjd v 00hhha4 w 00hhlla x 00ha4ah y 00hhhhf1e z 00v248v
! 4444404 " aaa # aavavaa $ 4fke5u4 % op248j3 & cik8lid ' 448 ( 2488842 ) 8422248 * 04lel4 + 044v44 , 00000c48 - 000v . 00000cc / 01248g
: 0cc0cc ; 0cc0c48 < 248g842 = 00v0v > 8421248 ? eh12404 @ eh1dlle [ e88888e \\ 0g8421 ] e22222e ^ 4ah _ 000000v \` 842 { 2448442
| 4444444 } 8442448 ~ 008l2 ° ciic ß ehhmhhm € 69s8s96 « 05aka5 » 0ka5ak`;

/** Marks of decomposed letters: their rows above a capital, or below the line. */
const MARKS_ABOVE: Readonly<Record<string, string>> = {
  '\u0300': '84',
  '\u0301': '24',
  '\u0302': '4a',
  '\u0303': 'dm',
  '\u0308': 'a0',
  '\u030a': 'ee',
  '\u030c': 'a4',
};
const CEDILLA = '\u0327';
const CEDILLA_ROWS = [4, 8] as const;

/** Letters that are written with others. */
const SPELT: Readonly<Record<string, string>> = {
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  '–': '-',
  '—': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** Shown in place of each character that is missing. */
const REPLACEMENT = '?';

/** Rows of a character, bits from 16 for the leftmost pixel. */
export type Glyph = readonly number[];

const SPACE: Glyph = Array.from({ length: GLYPH_ROWS }, () => 0);
const glyphs = new Map<string, Glyph>([[' ', SPACE]]);
const parts = GLYPHS.split(/\s+/);
for (let at = 0; at + 1 < parts.length; at += 2) glyphs.set(parts[at] ?? '', digitRows(parts[at + 1] ?? ''));

function digitRows(digits: string): Glyph {
  return SPACE.map((_, row) => Number.parseInt(digits[row - MARK_ROWS] ?? '0', 32));
}

/** The letters of a text, one each; a character that is missing is a question mark. */
export function spell(text: string): readonly Glyph[] {
  const spelt = Array.from(text.normalize('NFC'), (letter) => SPELT[letter] ?? letter).join('');
  return Array.from(spelt, glyph);
}

function glyph(letter: string): Glyph {
  const known = glyphs.get(letter);
  if (known !== undefined) return known;
  const made = withMark(letter) ?? glyphs.get(REPLACEMENT) ?? SPACE;
  // Few letters have marks; others must not fill the memory.
  if (letter < '\u0180') glyphs.set(letter, made);
  return made;
}

function withMark(letter: string): Glyph | undefined {
  const [base = '', mark = '', ...more] = letter.normalize('NFD');
  const plain = glyphs.get(base);
  if (plain === undefined || more.length > 0) return undefined;
  if (mark === CEDILLA) return [...plain.slice(0, -2), ...CEDILLA_ROWS];
  const above = MARKS_ABOVE[mark];
  if (above === undefined) return undefined;
  const rows = Array.from(above, (digit) => Number.parseInt(digit, 32));
  // A mark is in place of the dot.
  const isDotted = base === 'i' || base === 'j';
  return [...rows, isDotted ? 0 : (plain[MARK_ROWS] ?? 0), ...plain.slice(MARK_ROWS + 1)];
}
