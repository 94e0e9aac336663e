import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { circuitDecider, type CircuitDetails, type CircuitEvent } from './circuit.js';

const circuitId = 6;
const clubId = 3;
const details: CircuitDetails = {
  name: 'Autodromo di Monza',
  isVisible: true,
  countryId: 380,
  state: 'Lombardia',
  city: 'Monza',
  position: { lat: 45.62, lng: 9.28 },
};
const create = { type: 'createCircuit', circuitId, clubId, details, otherNames: [] } as const;
const edit = (changes: Partial<CircuitDetails>, otherNames: string[] = []) =>
  ({ type: 'editCircuit', circuitId, details: { ...details, ...changes }, otherNames }) as const;
const remove = { type: 'deleteCircuit', circuitId, events: 0 } as const;
const created: CircuitEvent = { type: 'CircuitCreated', data: { circuitId, clubId, ...details } };
const deleted: CircuitEvent = { type: 'CircuitDeleted', data: { circuitId } };

describe('a circuit', () => {
  it('is created once', () => {
    given(circuitDecider, []).when(create).then([created]);
    given(circuitDecider, [created]).when(create).thenRefused('circuit.exists');
  });

  it('is edited once it stands', () => {
    const changes = { isVisible: false, position: null };
    given(circuitDecider, [created])
      .when(edit(changes))
      .then([{ type: 'CircuitEdited', data: { circuitId, ...details, ...changes } }]);
    given(circuitDecider, []).when(edit(changes)).thenRefused('circuit.missing');
  });

  it('is not set back to what somebody has read before another one edited it', () => {
    const moved: CircuitEvent = {
      type: 'CircuitEdited',
      data: { circuitId, ...details, position: { lat: 45.63, lng: 9.29 } },
    };
    const now = given(circuitDecider, [created, moved]);
    const hidden = { isVisible: false };
    now.when({ ...edit(hidden), former: details }).thenRefused('circuit.changed');
    const { position } = moved.data;
    const wanted = { ...edit({ ...hidden, position }), former: { ...details, position } };
    now.when(wanted).then([{ ...moved, data: { ...moved.data, ...hidden } }]);
    given(circuitDecider, [created, moved, deleted]).when(wanted).thenRefused('circuit.missing');
  });

  it.each(['Autodromo di Monza', 'autodromo di monza', ' Autodromo di Monza '])(
    'has a name of its own: not %j beside Autodromo di Monza',
    (name) => {
      given(circuitDecider, [])
        .when({ ...create, details: { ...details, name }, otherNames: ['Imola', 'Autodromo di Monza'] })
        .thenRefused('circuit.nameTaken');
      given(circuitDecider, [created])
        .when(edit({ name }, ['Autodromo di Monza']))
        .thenRefused('circuit.nameTaken');
    },
  );

  it('is deleted for good, once no event is to take place there', () => {
    const standing = given(circuitDecider, [created]);
    standing.when({ ...remove, events: 1 }).thenRefused('circuit.hasEvents');
    standing.when(remove).then([deleted]);
    const gone = given(circuitDecider, [created, deleted]);
    gone.when(remove).thenRefused('circuit.missing');
    gone.when(edit({})).thenRefused('circuit.missing');
    gone.when(create).thenRefused('circuit.exists');
  });

  it.each<[string, Partial<CircuitDetails>]>([
    ['circuit.nameRequired', { name: ' ' }],
    ['circuit.countryRequired', { countryId: 0 }],
    ['circuit.stateRequired', { state: '' }],
    ['circuit.cityRequired', { city: '' }],
    ['text.tooLong', { name: 'x'.repeat(101) }],
    ['text.tooLong', { state: 'x'.repeat(101) }],
    ['text.tooLong', { city: 'x'.repeat(101) }],
    ['coordinates.invalid', { position: { lat: 91, lng: 0 } }],
    ['coordinates.invalid', { position: { lat: 0, lng: Number.NaN } }],
  ])('is refused by %s with %j', (code, changes) => {
    given(circuitDecider, [])
      .when({ ...create, details: { ...details, ...changes } })
      .thenRefused(code);
    given(circuitDecider, [created]).when(edit(changes)).thenRefused(code);
  });
});
