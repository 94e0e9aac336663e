import { resolve } from 'node:path';
import { ConfigError, jsonLogger, loadConfig, reportSetBack } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { createApiClient, type Account } from './api-client.js';
import { HELP, readArguments, UsageError, type RehearsalRequest, type ReplayRequest } from './arguments.js';
import { simulatorConfig } from './config.js';
import { startDemoRace } from './demo/demo.js';
import { ApiRefusal, Unreachable } from './refusals.js';
import { RehearsalError, startRehearsal } from './rehearsal/rehearsal.js';
import { ReplayError } from './replay/recorded-cars.js';
import { createProgressOutput } from './replay/progress.js';
import { replay } from './replay/replay.js';

const INTERRUPTED = 130;

const runDemo = (account: Account, cars: number): void => {
  const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
  reportSetBack(systemClock, logger);
  const race = startDemoRace({
    ...account,
    cars,
    clock: systemClock,
    scheduler: systemScheduler,
    logger,
    print: (sentence) => console.error(sentence),
  });
  const stop = (): void => void race.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(
    `The demo race runs at ${account.apiUrl} with ${cars === 1 ? 'one car' : `${cars} cars`}. Stop with Ctrl+C.`,
  );
};

const runRehearsal = async (account: Account, request: RehearsalRequest): Promise<void> => {
  const rehearsal = await startRehearsal(
    {
      api: createApiClient(account, systemClock),
      clock: systemClock,
      scheduler: systemScheduler,
      print: (sentence) => console.log(sentence),
    },
    request,
  );
  const stop = (): void => {
    rehearsal.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

const runReplay = async (account: Account, request: ReplayRequest): Promise<void> => {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const output = createProgressOutput({
    clock: systemClock,
    isTerminal: process.stderr.isTTY,
    writeLine: (line) => console.log(line),
    writeState: (text) => process.stderr.write(text),
  });
  try {
    await replay(request, {
      ...output,
      api: createApiClient(account, systemClock),
      clock: systemClock,
      scheduler: systemScheduler,
      signal: interrupted.signal,
    });
  } catch (error) {
    output.show('');
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = INTERRUPTED;
  }
};

const main = async (): Promise<void> => {
  const command = readArguments(process.argv.slice(2));
  if (command.kind === 'help') {
    console.log(HELP);
    return;
  }
  const config = loadConfig(simulatorConfig, process.env);
  const account = {
    apiUrl: config.API_URL,
    email: config.FLAGPOST_EMAIL,
    password: config.FLAGPOST_PASSWORD,
  };
  if (command.kind === 'demo') runDemo(account, command.cars);
  else if (command.kind === 'rehearsal') await runRehearsal(account, command.request);
  else await runReplay(account, { ...command.request, file: resolve(config.INIT_CWD, command.request.file) });
};

main().catch((error: unknown) => {
  const foreseen = [UsageError, ReplayError, RehearsalError, ApiRefusal, Unreachable, ConfigError];
  const isForeseen = foreseen.some((kind) => error instanceof kind);
  console.error(isForeseen && error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error('npm run simulate -- --help shows what there is.');
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
