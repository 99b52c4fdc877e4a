import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodePlatform } from '@kitestring/client/node.ts';
import { SPOKEN_VERSIONS } from '@kitestring/client/spoken-versions.ts';
import { junitXml } from '@kitestring/lab-scenario/report/junit.ts';
import { resultsJson } from '@kitestring/lab-scenario/report/result-json.ts';
import { RemoteStation } from '@kitestring/lab-scenario/run/remote-station.ts';
import type { ScenarioResult } from '@kitestring/lab-scenario/run/result.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import type { OpenStation } from '@kitestring/lab-scenario/run/scenario-station.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { InProcessStation } from '@kitestring/station-app/scenarios/in-process-station.ts';
import { type ApiVersion, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { keyOnlyToStations } from '../key-only-to-stations.ts';
import { checkReportFiles } from '../report-files.ts';
import { keyFor, stationAddress, trustOf } from '../station-link.ts';
import { LiveRunView, PlainRunView, QuietRunView, type RunView } from './run-view.ts';
import { readScenarioFiles, showProblems } from './scenario-files.ts';

/** `kitestring scenario run`. */
export async function runScenarioRun(args: Arguments, context: Context): Promise<ExitStatus> {
  const { scenarios, problems } = readScenarioFiles(args.words, context.folder);
  if (problems.length > 0) {
    showProblems(problems, context);
    return 2;
  }
  const chosen = filtered(scenarios, textOf(args, 'filter'));
  checkReportFiles(args, ['junit'], context);
  const view = viewOf(args, context);
  const results = await runAll(chosen, args, context, view);
  view.finish(results, chosen.length);
  if (has(args, 'json')) context.out.write(resultsJson(results));
  writeJunit(results, textOf(args, 'junit'), context);
  return results.length === chosen.length && results.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

function filtered(scenarios: readonly Scenario[], filter: string | undefined): readonly Scenario[] {
  if (filter === undefined) return scenarios;
  const text = filter.toLowerCase();
  const chosen = scenarios.filter(({ file, title, family }) =>
    [file, title, family].some((part) => part.toLowerCase().includes(text)),
  );
  if (chosen.length === 0)
    throw new UsageFault(`--filter: no scenario has "${filter}" in its file name, title or family`);
  return chosen;
}

function viewOf(args: Arguments, { out }: Context): RunView {
  if (has(args, 'json')) return new QuietRunView();
  return out.isTerminal ? new LiveRunView(out) : new PlainRunView(out);
}

async function runAll(
  scenarios: readonly Scenario[],
  args: Arguments,
  context: Context,
  view: RunView,
): Promise<ScenarioResult[]> {
  const open = opener(args, context);
  const logs = logFolder(args, context);
  const results: ScenarioResult[] = [];
  view.begin(scenarios.length);
  for (const scenario of scenarios) {
    view.scenarioBegan(scenario);
    const result = await runScenario(scenario, open, {
      signal: context.stop,
      onProgress: (timeS) => view.progress(timeS),
      ...(logs !== undefined && { logFile: logs(scenario) }),
    });
    results.push(result);
    view.scenarioEnded(result);
    if (has(args, 'bail') && result.outcome !== 'passed') break;
  }
  return results;
}

function opener(args: Arguments, context: Context): OpenStation {
  const version = textOf(args, 'api-version');
  if (textOf(args, 'url') === undefined) return InProcessStation.opener(spokenVersion(version));
  if (version !== undefined) throw new UsageFault('--api-version: the station at --url has a version of its own');
  const address = stationAddress(args, context);
  const apiKey = keyFor(address, args, context);
  const platform = keyOnlyToStations(nodePlatform(trustOf(address, args, context)));
  return RemoteStation.opener({ url: address.url, apiKey, platform });
}

/** Clients of scenarios are those of this repository. @throws UsageFault for a version that these do not speak */
function spokenVersion(text: string = NEWEST_API_VERSION): ApiVersion {
  const version = SPOKEN_VERSIONS.find((spoken) => spoken === text);
  if (version !== undefined) return version;
  throw new UsageFault(
    `--api-version: got "${oneLine(text)}", allowed for scenarios: ${SPOKEN_VERSIONS.join(', ')}; a station of another version is started by kitestring serve`,
  );
}

/** @returns path of a scenario's flight log; scenarios of one name in several folders have one each */
function logFolder(args: Arguments, { folder }: Context): ((scenario: Scenario) => string) | undefined {
  const text = textOf(args, 'mcap');
  if (text === undefined) return undefined;
  if (has(args, 'url')) throw new UsageFault('--mcap: the station at --url keeps its own flight logs');
  const logs = path.resolve(folder, text);
  try {
    mkdirSync(logs, { recursive: true });
  } catch (cause) {
    throw new CommandFault(`--mcap: cannot make the folder ${text}: ${(cause as Error).message}`, { cause });
  }
  const counts = new Map<string, number>();
  return ({ file }) => {
    const name = path.basename(file).replace(/\.ya?ml$/, '');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return path.join(logs, `${name}${count === 1 ? '' : ` ${count}`}.mcap`);
  };
}

function writeJunit(results: readonly ScenarioResult[], file: string | undefined, { folder }: Context): void {
  if (file === undefined) return;
  try {
    writeFileSync(path.resolve(folder, file), junitXml(results));
  } catch (cause) {
    throw new CommandFault(`--junit: cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}
