/** Publishes setups to the topics of a test and reads what the pipeline publishes. */
import { raceFact, TOPICS, type LiveFrame, type RaceFact, type RaceSetup } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { localPlane } from '@flagpost/telemetry';
import { FINISH } from '@flagpost/testing';

export const publishSetup = (topics: Topics, setup: RaceSetup): Promise<void> =>
  topics.publish(TOPICS.setup, [{ key: String(setup.eventId), value: JSON.stringify(setup) }]);

/** A place on a circle of 600 m that passes through the finish, `lapShare` of the way round. */
export const onTrack = (lapShare: number): { lat: number; lng: number } => {
  const angle = lapShare * 2 * Math.PI;
  const { metresPerLat, metresPerLng } = localPlane(FINISH.lat, FINISH.lng);
  return {
    lat: FINISH.lat + (600 * (Math.cos(angle) - 1)) / metresPerLat,
    lng: FINISH.lng + (600 * Math.sin(angle)) / metresPerLng,
  };
};

/** Every value that a topic holds, in the order of each key. */
export const readAll = async <T>(topics: Topics, topic: string): Promise<T[]> => {
  const values: T[] = [];
  await new Promise<void>((resolve, reject) => {
    const follower = topics.follow({
      topic,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        for (const { value } of messages) values.push(JSON.parse(value ?? 'null') as T);
      },
      onCaughtUp: () => void follower.stop().then(resolve, reject),
    });
  });
  return values;
};

/** All facts of the race, in the order of each event. */
export const readFacts = async (topics: Topics): Promise<RaceFact[]> =>
  (await readAll(topics, TOPICS.facts)).map((value) => raceFact.parse(value));

/** Collects frames from now on. */
export const watchFrames = (topics: Topics): LiveFrame[] => {
  const frames: LiveFrame[] = [];
  topics.follow({
    topic: TOPICS.live,
    from: 'now',
    onBatch: async ({ messages }) => {
      for (const { value } of messages) frames.push(JSON.parse(value ?? 'null') as LiveFrame);
    },
  });
  return frames;
};
