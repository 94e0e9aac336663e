import { z } from 'zod';
import {
  personal,
  sectorRequest,
  UNUSED_PICTURE_MS,
  type SectorAnswer,
  type SectorPictureAnswer,
  type SectorRequest,
  type SectorRow,
} from '@flagpost/contracts';
import {
  refuse,
  routeDecider,
  routeStream,
  type RouteCommand,
  type RouteState,
  type Sector,
} from '@flagpost/domain';
import type { ApiDependencies } from '../dependencies.js';
import { defineCommand, id } from '../dispatch/define-command.js';
import { flagPictures } from '../views/flags.projection.js';
import { measuredSectors } from '../views/route-sectors.js';
import { routeReads } from '../views/routes.projection.js';
import { sectorRow } from './route-answers.js';
import { timesOf } from './routes.commands.js';

/** The sectors of a track. A track has the id of its event. */

/** A picture is assigned to its event before the sector is in the log, and other commands erase those without one. */
const perTrack = (eventId: number): string => `sectors of ${eventId}`;

/** Before the names of their pictures: others of the event are none of theirs. */
const PICTURES = 'sectorPictures/';

const ASSIGNED = 'It is assigned to the same event again.';
const ERASED = 'What is erased may be erased again.';

const sectorOf = (sectorId: number, { Number, Kms, Picpath, From, To }: SectorRequest): Sector => ({
  sectorId,
  number: Number,
  kilometres: Kms,
  picturePath: Picpath,
  stretch: From && To ? { from: From, to: To } : null,
});

const formerOf = ({
  Number,
  Kms,
  Picpath,
  From,
  To,
}: NonNullable<SectorRequest['Former']>): Omit<Sector, 'sectorId'> => ({
  number: Number,
  kilometres: Kms,
  picturePath: Picpath,
  stretch: From && To && { from: From, to: To },
});

/** @throws {DomainError} what the command is refused for by the views, so that nothing is stored for it */
const requireAllowed = async ({ readModels }: ApiDependencies, command: RouteCommand): Promise<void> => {
  routeDecider.decide(command, await routeReads(readModels).get(command.eventId));
};

const assignPicture = async (
  { records }: ApiDependencies,
  eventId: number,
  { picturePath }: Sector,
): Promise<void> => {
  if (picturePath === null || !(await records.eventImages.assign(picturePath, eventId)))
    refuse('sector.pictureMissing');
};

/** Erases the pictures of an event that neither a sector nor a flag that was sent shows. */
const erasePictures = async (
  { records, readModels }: ApiDependencies,
  eventId: number,
  { sectors }: RouteState,
): Promise<void> => {
  const shown = sectors.flatMap(({ picturePath }) => picturePath ?? []);
  await records.eventImages.keepOnly(eventId, PICTURES, [
    ...shown,
    ...(await flagPictures(readModels, eventId)),
  ]);
};

const rowOf = (eventId: number, state: RouteState, sector: Sector): SectorRow => {
  const current = state.sectors.find(({ sectorId }) => sectorId === sector.sectorId) ?? sector;
  const [measured] = measuredSectors(eventId, { ...state, sectors: [current] });
  if (measured === undefined) throw new Error('Every sector is measured.');
  return sectorRow(measured);
};

/** The picture belongs to no event until a sector with it is created. */
export const uploadSectorPicture = defineCommand({
  schema: z.object({ bytes: personal(z.custom<Uint8Array>((value) => value instanceof Uint8Array)) }),
  right: 'sectorPictures.upload',
  ids: { name: 'token' },
  serializedBy: null,
  outside: { image: 'Nothing is repeated: an upload has no Idempotency-Key.' },
  streams: [],
  async carryOut({ bytes }, { dependencies, ids, now, outside }): Promise<SectorPictureAnswer> {
    const fileName = `${PICTURES}${ids.name}.webp`;
    const image = { name: fileName, eventId: null, addedAt: now, bytes };
    await outside('image', () => dependencies.records.eventImages.put(image, now - UNUSED_PICTURE_MS));
    return { fileName };
  },
});

export const createSector = defineCommand({
  schema: sectorRequest,
  right: 'route.edit',
  ids: { sectorId: 'sector' },
  serializedBy: ({ TraId }) => perTrack(TraId),
  outside: { picture: ASSIGNED },
  streams: ['route'],
  async carryOut(body, { dependencies, ids, now, send, outside }): Promise<SectorRow> {
    const eventId = body.TraId;
    const times = await timesOf(dependencies.readModels, eventId, now);
    const sector = sectorOf(ids.sectorId, body);
    const command = { type: 'createSector', eventId, times, sector } as const;
    await requireAllowed(dependencies, command);
    await outside('picture', () => assignPicture(dependencies, eventId, sector));
    const { state } = await send(routeStream(eventId), routeDecider, command);
    return rowOf(eventId, state, sector);
  },
});

export const changeSector = defineCommand({
  schema: z.object({ sectorId: id, sector: sectorRequest }),
  right: 'route.edit',
  ids: {},
  serializedBy: ({ sector }) => perTrack(sector.TraId),
  outside: { picture: ASSIGNED, 'former pictures': ERASED },
  streams: ['route'],
  async carryOut({ sectorId, sector: body }, { dependencies, now, send, outside }): Promise<SectorRow> {
    const eventId = body.TraId;
    const times = await timesOf(dependencies.readModels, eventId, now);
    const sector = sectorOf(sectorId, body);
    const former = body.Former && formerOf(body.Former);
    const command = { type: 'changeSector', eventId, times, sector, former } as const;
    await requireAllowed(dependencies, command);
    await outside('picture', () => assignPicture(dependencies, eventId, sector));
    const { state } = await send(routeStream(eventId), routeDecider, command);
    await outside('former pictures', () => erasePictures(dependencies, eventId, state));
    return rowOf(eventId, state, sector);
  },
});

export const deleteSector = defineCommand({
  schema: z.object({ sectorId: id, eventId: id }),
  right: 'route.edit',
  ids: {},
  serializedBy: ({ eventId }) => perTrack(eventId),
  outside: { 'former pictures': ERASED },
  streams: ['route'],
  async carryOut({ sectorId, eventId }, { dependencies, now, send, outside }): Promise<SectorAnswer> {
    const times = await timesOf(dependencies.readModels, eventId, now);
    const command = { type: 'deleteSector', eventId, times, sectorId } as const;
    const { state } = await send(routeStream(eventId), routeDecider, command);
    await outside('former pictures', () => erasePictures(dependencies, eventId, state));
    return { secId: sectorId };
  },
});

export const sectorCommands = { uploadSectorPicture, createSector, changeSector, deleteSector };
