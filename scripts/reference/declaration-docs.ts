/** A part of a declaration: a property or a method. */
interface MemberDoc {
  readonly signature: string;
  readonly text: string;
}

/** An exported declaration with its docstring. */
export interface DeclarationDoc {
  readonly kind: string;
  readonly name: string;
  /** Without its members. */
  readonly signature: string;
  readonly text: string;
  readonly members: readonly MemberDoc[];
}

const DOC = String.raw`(?:^ *\/\*\*(?<doc>(?:(?!\*\/)[\s\S])*)\*\/\n)?`;
const DECLARATION = new RegExp(
  String.raw`${DOC}^export (?:declare )?(?<signature>(?<kind>class|interface|type|function|const) (?<name>\w+)[^\n]*)`,
  'gm',
);
/** Members are indented by four spaces, their further lines by more. */
const MEMBER = new RegExp(String.raw`${DOC}^ {4}(?<signature>[\w[][^\n]*(?:\n {4}(?: {4}|\})[^\n]*)*);$`, 'gm');

/** The exported declarations of a `.d.ts` as the compiler writes it, by name. */
export function docsOf(declarations: string): ReadonlyMap<string, DeclarationDoc> {
  const docs = [...declarations.matchAll(DECLARATION)].map(({ 0: all, groups, index }) => {
    const { doc = '', kind = '', name = '', signature = '' } = groups ?? {};
    const start = index + all.length;
    const body = signature.endsWith('{') ? declarations.slice(start, declarations.indexOf('\n}', start)) : '';
    return { kind, name, signature: signature.replace(/(?: \{|;)$/, ''), text: plain(doc), members: members(body) };
  });
  return new Map(docs.map((doc) => [doc.name, doc]));
}

const members = (body: string): MemberDoc[] =>
  [...body.matchAll(MEMBER)]
    .map(({ groups: { doc = '', signature = '' } = {} }) => ({ signature: signatureText(signature), text: plain(doc) }))
    .filter(({ signature }) => !/^(?:#|constructor\b|name = )/.test(signature));

/** On one line; an accessor is documented like a property. */
const signatureText = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/^readonly /, '')
    .replace(/^get (\w+)\(\)/, '$1')
    .replaceAll(/\{ ?([^{}]*?);? \}/g, '{ $1 }');

/** A docstring as one paragraph, lists aside; its tags as sentences. */
const plain = (doc: string): string =>
  doc
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim()
    .replaceAll(/([^\n])\n(?![\n-])/g, '$1 ')
    .replaceAll(/\s*@param (\w+) /g, ' `$1`: ')
    .replaceAll(/\s*@throws /g, ' Throws ')
    .replaceAll(/\s*@returns /g, ' Returns ')
    .trim();
