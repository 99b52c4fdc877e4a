import type { CliCommand } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { UsageFault } from '../context.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion: CliCommand = {
  name: 'completion',
  summary: 'print a script with which a shell completes commands and flags',
  words: ['SHELL'],
  details: ['SHELL is bash, zsh or fish.'],
  flags: {},
  examples: [
    'source <(kitestring completion bash)',
    'kitestring completion zsh > ~/.zfunc/_kitestring',
    'kitestring completion fish > ~/.config/fish/completions/kitestring.fish',
  ],
  async run({ words: [given] }, { out }) {
    const shell = SHELLS.find((name) => name === given);
    if (shell === undefined) throw new UsageFault(`completion: SHELL is ${SHELLS.join(', ')}`);
    const { completionScript } = await import('../completion/completion-script.ts');
    out.write(completionScript(shell, COMMANDS));
    return 0;
  },
};
