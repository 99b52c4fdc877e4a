import type { CliCommand, Flags } from '../command.ts';
import { plainText } from '../terminal-text.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** Words of a command line so far that are a command or begin one. */
interface Place {
  /** `hub engine`; empty at the beginning. */
  readonly name: string;
  /** Words that may follow, with their summaries. */
  readonly next: ReadonlyMap<string, string>;
  readonly flags: Flags;
}

const HELP: Flags = { help: { description: 'Show the help of the command.' } };
const SUMMARY_MAX = 80;

/** A script that completes commands and flags; after a flag with a value, and for other words, files. */
export function completionScript(shell: Shell, commands: readonly CliCommand[]): string {
  return { bash, zsh, fish }[shell](placesOf(commands));
}

/** The longest name first, so that the first match is the command. */
function placesOf(commands: readonly CliCommand[]): readonly Place[] {
  const prefixes = (name: string): string[] =>
    name.split(' ').map((_, index, words) => words.slice(0, index).join(' '));
  const names = new Set(commands.flatMap(({ name }) => [name, ...prefixes(name)]));
  const places = [...names].map((name) => {
    const before = name === '' ? '' : `${name} `;
    const below = commands.filter((command) => command.name.startsWith(before) && command.name !== name);
    const next = Map.groupBy(below, (command) => command.name.slice(before.length).split(' ', 1).join());
    return {
      name,
      next: new Map(
        [...next].map(([word, [first]]) => [word, next.get(word)?.length === 1 ? short(first?.summary) : '']),
      ),
      flags: { ...commands.find((command) => command.name === name)?.flags, ...HELP },
    };
  });
  return places.sort((a, b) => wordsIn(b.name) - wordsIn(a.name));
}

const wordsIn = (name: string): number => (name === '' ? 0 : name.split(' ').length);

/** The first sentence for a terminal. */
function short(text = ''): string {
  const [sentence = ''] = plainText(text).split(/[.;] |\.$/, 1);
  return sentence.length <= SUMMARY_MAX ? sentence : `${sentence.slice(0, SUMMARY_MAX - 3)}...`;
}

const flagNames = ({ flags }: Place): string =>
  Object.keys(flags)
    .map((name) => `--${name}`)
    .join(' ');
const valuedNames = ({ flags }: Place): string =>
  Object.entries(flags)
    .flatMap(([name, { value }]) => (value === undefined ? [] : [`--${name}`]))
    .join(' ');
const pattern = ({ name }: Place): string => (name === '' ? '*' : `' ${name} '*`);
/** For bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = (places: readonly Place[]): string => `# bash completion for kitestring
_kitestring() {
  local current=\${COMP_WORDS[COMP_CWORD]} line next flags valued
  line=" \${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case $line in
${places.map((place) => `    ${pattern(place)}) next='${[...place.next.keys()].join(' ')}' flags='${flagNames(place)}' valued='${valuedNames(place)}' ;;`).join('\n')}
  esac
  COMPREPLY=()
  if [[ " $valued " == *" \${COMP_WORDS[COMP_CWORD-1]} "* ]]; then
    return
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$next" -- "$current")
  fi
}
complete -o bashdefault -o default -F _kitestring kitestring
`;

const zsh = (places: readonly Place[]): string => `#compdef kitestring
_kitestring() {
  local line=" \${(j: :)words[2,CURRENT-1]} " valued
  local -a next flags
  case $line in
${places.map((place) => `    ${pattern(place)})\n      next=(${zshItems(place.next)})\n      flags=(${zshItems(flagTexts(place))})\n      valued=' ${valuedNames(place)} ' ;;`).join('\n')}
  esac
  if [[ $valued == *" \${words[CURRENT-1]} "* ]]; then
    _files
  elif [[ $PREFIX == -* ]]; then
    _describe flag flags
  else
    _describe command next || _files
  fi
}
if [[ $funcstack[1] == _kitestring ]]; then
  _kitestring "$@"
else
  compdef _kitestring kitestring
fi
`;

const flagTexts = ({ flags }: Place): ReadonlyMap<string, string> =>
  new Map(Object.entries(flags).map(([name, { description }]) => [`--${name}`, short(description)]));

const zshItems = (items: ReadonlyMap<string, string>): string =>
  [...items].map(([word, text]) => quoted(`${word}:${text.replaceAll(':', '\\:')}`)).join(' ');

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fish = (places: readonly Place[]): string => `# fish completion for kitestring
function __kitestring_is
    set -l line (string join ' ' -- (commandline -opc)[2..-1])' '
    for name in ${places.flatMap(({ name }) => (name === '' ? [] : [fishQuoted(name)])).join(' ')}
        if string match -q -- "$name *" $line
            test $name = "$argv"
            return
        end
    end
    test -z "$argv"
end
${places.flatMap(fishLines).join('\n')}
`;

function fishLines(place: Place): string[] {
  const start = `complete -c kitestring -n ${fishQuoted(`__kitestring_is ${place.name}`.trim())}`;
  return [
    ...[...place.next].map(([word, text]) => `${start} -f -a ${fishQuoted(word)} -d ${fishQuoted(text)}`),
    ...Object.entries(place.flags).map(
      ([name, { description, value }]) =>
        `${start} -l ${name}${value === undefined ? '' : ' -r'} -d ${fishQuoted(short(description))}`,
    ),
  ];
}
