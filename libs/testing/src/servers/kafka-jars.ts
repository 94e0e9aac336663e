import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { made, run } from './made.js';

const POM = fileURLToPath(new URL('../../../../tools/servers/kafka/pom.xml', import.meta.url));

export interface KafkaJars {
  /** Of Kafka, as the pom names it. */
  readonly version: string;
  /** For `java -cp`. */
  readonly classPath: string;
}

/** The jars of Kafka and its tools from Maven Central, or why they cannot be had. */
export const kafkaJars = async (): Promise<KafkaJars | { readonly why: string }> => {
  const pom = await readFile(POM, 'utf8');
  const version = /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([\d.]+)</.exec(pom)?.[1] ?? '';
  const key = createHash('sha256').update(pom).digest('hex').slice(0, 12);
  const jars = await made({
    needs: [
      ['java', '-version'],
      ['mvn', '-version'],
    ],
    name: `kafka-${version}-${key}`,
    make: (folder) =>
      run('mvn', ['-B', '-q', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]),
    refusal: `Maven could not fetch Kafka ${version}`,
  });
  return 'why' in jars ? jars : { version, classPath: join(jars.folder, '*') };
};
