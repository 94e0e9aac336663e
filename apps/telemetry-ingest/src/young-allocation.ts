import { setFlagsFromString } from 'node:v8';

/**
 * Whether V8 allocates every object young. By default it allocates objects of a kind as old when most of them outlived
 * a collection, as those of a fetch from Kafka do in the first second of a backlog: then they, and all that they refer to, stay until the
 * next full collection. It is no option of `NODE_OPTIONS`.
 */
export const allocateYoung = (isOn: boolean): void =>
  setFlagsFromString(isOn ? '--no-allocation-site-pretenuring' : '--allocation-site-pretenuring');
