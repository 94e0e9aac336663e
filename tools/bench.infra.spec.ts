import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { describeOver } from '@flagpost/testing/servers';

describeOver(describe, 'the bench of telemetry-ingest', ['kafka'], ({ kafka }) => {
  it('still runs over a real Kafka, at a tiny size', () => {
    const run = fileURLToPath(new URL('../bench/run.ts', import.meta.url));
    const printed = execFileSync(process.execPath, ['--expose-gc', run, 'ingest', '--smoke'], {
      encoding: 'utf8',
      env: kafka.environment,
    });
    expect(printed).toMatch(/\n {2}ours .*\n/);
    expect(printed).not.toContain('NaN');
  });
});
