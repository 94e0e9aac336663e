import { RACE_PICTURE } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { raceControlDecider } from './race-control.js';
import { director, eventId, fold, race, type Command, type Event } from './testing/race-control.js';

const take = (more: Partial<Command<'takePicture'>> = {}): Command<'takePicture'> => ({
  type: 'takePicture',
  eventId,
  pictureId: 91,
  name: 'racePictures/a.png',
  kept: 0,
  by: director,
  now: 2_000,
  race,
  ...more,
});
const taken: Event<'PictureTaken'> = {
  type: 'PictureTaken',
  data: { eventId, pictureId: 91, name: 'racePictures/a.png', by: director, takenAt: 2_000 },
};

describe('a picture of the race', () => {
  it('is kept with who took it and when, and changes nothing of the race', () => {
    given(raceControlDecider, []).when(take()).then([taken]);
    expect(fold([taken])).toEqual(fold([]));
  });

  it('is one of a limited number', () => {
    const { perEvent } = RACE_PICTURE;
    given(raceControlDecider, [])
      .when(take({ kept: perEvent - 1 }))
      .then([taken]);
    given(raceControlDecider, [])
      .when(take({ kept: perEvent }))
      .thenRefused('picture.tooMany');
  });

  it('is of a published event that is not over', () => {
    given(raceControlDecider, [])
      .when(take({ race: { ...race, published: false } }))
      .thenRefused('event.unpublished');
    given(raceControlDecider, [])
      .when(take({ now: race.finishesAt + 1 }))
      .thenRefused('event.past');
  });
});
