import { z } from 'zod';
import {
  circuitRequest,
  isSameName,
  type CircuitAnswer,
  type CircuitRequest,
  type ReadCircuit,
} from '@flagpost/contracts';
import { circuitDecider, circuitStream, refuse, type CircuitDetails } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import type { Caller } from '../http/caller.js';
import { ValidationError } from '../http/validation-error.js';
import { clubReads } from '../views/clubs.projection.js';
import { isCountry } from '../countries/countries.js';
import { circuitReads } from '../views/circuits.projection.js';

/** Writing the circuits of a club. */

/** The caller's club; administrators name one. */
const clubOf = ({ ClubId }: CircuitRequest, { actor }: Caller): number => actor?.clubId ?? ClubId ?? 0;

/** No two circuits of a club have the same name: events find theirs by it. */
const amongThoseOf = (clubId: number): string => `circuits of ${clubId}`;

/** @throws {ValidationError} */
const detailsOf = (body: CircuitRequest): CircuitDetails => {
  if (!isCountry(body.CouId)) throw new ValidationError({ CouId: 'country' });
  return {
    name: body.Name,
    isVisible: body.Visibility,
    countryId: body.CouId,
    state: body.State,
    city: body.City,
    position: body.Lat === null || body.Long === null ? null : { lat: body.Lat, lng: body.Long },
  };
};

const formerOf = (read: ReadCircuit): CircuitDetails => ({
  name: read.cirName,
  isVisible: read.cirVisibility,
  countryId: read.couId,
  state: read.cirState,
  city: read.cirCity,
  position: read.cirLat === null || read.cirLong === null ? null : { lat: read.cirLat, lng: read.cirLong },
});

const otherNames = async (readModels: ReadModels, clubId: number, circuitId: number): Promise<string[]> => {
  const circuits = await circuitReads(readModels).ofClub(clubId);
  return circuits.filter((other) => other.circuitId !== circuitId).map(({ name }) => name);
};

/** A circuit stays with the club that made it. */
const ofClub = z.object({ circuitId: id, clubId: id });

export const createCircuit = defineCommand({
  schema: circuitRequest,
  right: 'circuits.edit',
  ids: { circuitId: 'circuit' },
  serializedBy: (body, caller) => amongThoseOf(clubOf(body, caller)),
  outside: {},
  streams: ['circuit'],
  async carryOut(
    body,
    { dependencies: { readModels }, caller, ids: { circuitId }, send },
  ): Promise<CircuitAnswer> {
    const clubId = clubOf(body, caller);
    const details = detailsOf(body);
    await clubReads(readModels).require(clubId);
    await send(circuitStream(circuitId), circuitDecider, {
      type: 'createCircuit',
      circuitId,
      clubId,
      details,
      otherNames: await otherNames(readModels, clubId, circuitId),
    });
    return { cirId: circuitId, cirName: details.name };
  },
});

export const editCircuit = defineCommand({
  schema: ofClub.extend({ circuit: circuitRequest }),
  right: 'circuits.edit',
  ids: {},
  serializedBy: ({ clubId }) => amongThoseOf(clubId),
  outside: {},
  streams: ['circuit'],
  recognisedBy: 'stream',
  async carryOut({ circuitId, clubId, circuit }, { dependencies, send }): Promise<CircuitAnswer> {
    const details = detailsOf(circuit);
    await send(circuitStream(circuitId), circuitDecider, {
      type: 'editCircuit',
      circuitId,
      details,
      former: circuit.Former && formerOf(circuit.Former),
      otherNames: await otherNames(dependencies.readModels, clubId, circuitId),
    });
    return { cirId: circuitId, cirName: details.name };
  },
});

export const deleteCircuit = defineCommand({
  schema: ofClub.omit({ clubId: true }),
  right: 'circuits.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['circuit'],
  async carryOut(
    { circuitId },
    { dependencies: { readModels }, now, runExclusive, send },
  ): Promise<CircuitAnswer> {
    const circuit = await circuitReads(readModels).get(circuitId);
    if (circuit === null) refuse('circuit.missing', 'missing');
    const { clubId, name } = circuit;
    await runExclusive([amongThoseOf(clubId)], async () => {
      const events = (await eventReads(readModels).notOver(clubId, now)).filter((event) =>
        isSameName(event.circuitName, name),
      ).length;
      return send(circuitStream(circuitId), circuitDecider, { type: 'deleteCircuit', circuitId, events });
    });
    return { cirId: circuitId, cirName: name };
  },
});

export const circuitCommands = { createCircuit, editCircuit, deleteCircuit };
