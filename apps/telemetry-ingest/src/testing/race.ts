/** A race to run in the topics: what is put into them, and what comes out. */
import { raceFact, TOPICS, type LiveFrame, type RaceFact, type RaceSetup } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { FINISH } from '@flagpost/testing';

export const publishSetup = (topics: Topics, setup: RaceSetup): Promise<void> =>
  topics.publish(TOPICS.setup, [{ key: String(setup.eventId), value: JSON.stringify(setup) }]);

/** A place on a circle of 600 m that passes through the finish, `lapShare` of the way round. */
export const onTrack = (lapShare: number): { lat: number; lng: number } => {
  const angle = lapShare * 2 * Math.PI;
  const metresPerDegree = 111_320;
  return {
    lat: FINISH.lat + (600 * (Math.cos(angle) - 1)) / metresPerDegree,
    lng: FINISH.lng + (600 * Math.sin(angle)) / (metresPerDegree * Math.cos((FINISH.lat * Math.PI) / 180)),
  };
};

/** Everything that a topic of facts holds, in the order of each event. */
export const readFacts = async (topics: Topics): Promise<RaceFact[]> => {
  const facts: RaceFact[] = [];
  await new Promise<void>((resolve, reject) => {
    const follower = topics.follow({
      topic: TOPICS.facts,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        for (const { value } of messages) facts.push(raceFact.parse(JSON.parse(value ?? 'null')));
      },
      onCaughtUp: () => void follower.stop().then(resolve, reject),
    });
  });
  return facts;
};

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
