import { CommandFault } from './context.ts';
import { VERSION } from './version.ts';

/** The same error, or what to do where npm has not installed an optional package that the command needs. */
export function withMissingPackage(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return error;
  const [, name] = /^Cannot find package '(@kitestring\/(?:hub|video))'/.exec(error.message) ?? [];
  if (name === undefined) return error;
  const text = `this needs the package ${name}, which is not installed: npm install ${name}@${VERSION}`;
  return new CommandFault(text, { cause: error });
}
