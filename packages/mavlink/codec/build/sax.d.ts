/** The part of `sax` that reads the message definitions. */
declare module 'sax' {
  interface Parser {
    onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    onerror: (error: Error) => void;
    write(text: string): Parser;
    close(): void;
  }
  const sax: { parser(isStrict: boolean): Parser };
  export default sax;
}
