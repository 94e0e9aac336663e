import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  trackCenterRequest,
  trackCopyRequest,
  trackNameRequest,
  trackRequest,
  type Actor,
  type CircuitRouteAnswer,
  type TrackAnswer,
  type TrackDetail,
  type TrackPoints,
  type TrackRow,
} from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { eventInBody, eventInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { routeAnswer } from './route-answers.js';
import { eventReads } from '../views/events.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { trackRows } from './track-answers.js';
import { centreTrack, copyTrack, createTrack, deleteTrack, renameTrack } from './tracks.commands.js';
import { trackReads } from '../views/tracks.projection.js';

class TrackBody extends createZodDto(trackRequest) {}
class TrackCopyBody extends createZodDto(trackCopyRequest) {}
class TrackNameBody extends createZodDto(trackNameRequest) {}
class TrackCenterBody extends createZodDto(trackCenterRequest) {}

/** A track has the id of its event. */
@ApiTags('tracks')
@Controller('tracks')
export class TracksController {
  private readonly tracks;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.tracks = trackReads(dependencies.readModels);
  }

  @Get()
  @Allow('events.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<TrackRow[]> {
    return trackRows(this.dependencies, await this.tracks.list(clubScope(actor)));
  }

  @Get('getTrackPointsById/:id')
  @Allow('events.read', eventInPath())
  async points(@IdParam('id') eventId: number): Promise<TrackPoints> {
    const answer = await this.route(eventId);
    const { track: shapes, mapPosition: at, gmt, routes } = answer;
    return { shapes, mapPosition: at && { zoom: at.zoom, lat: at.lat, long: at.lng }, gmt, routes };
  }

  @Get(':id')
  @Allow('events.read', eventInPath())
  async one(@IdParam('id') eventId: number): Promise<TrackDetail> {
    const track = found(await this.tracks.get(eventId));
    const [row] = await trackRows(this.dependencies, [track]);
    const route = await this.route(eventId);
    return {
      ...found(row),
      PointsTrack: route.track.pointsTrack,
      PointsMetaStart: route.track.pointsMetaStart,
      PointsMetaFinish: route.track.pointsMetaFinish,
      PointsBoxes: route.track.pointsBoxes,
    };
  }

  @Post()
  @Allow(createTrack.right, eventInBody(trackRequest, (body) => body.eventId))
  create(@Body() body: TrackBody, @FromCaller() caller: Caller): Promise<TrackAnswer> {
    return this.commands.execute(new CommandMessage('createTrack', body, caller));
  }

  @Post('copy')
  @HttpCode(200)
  @Allow(copyTrack.right, eventInBody(trackCopyRequest, (body) => body.eventId))
  copy(@Body() body: TrackCopyBody, @FromCaller() caller: Caller): Promise<TrackAnswer> {
    return this.commands.execute(new CommandMessage('copyTrack', body, caller));
  }

  @Put('setCenter/:id')
  @Allow(centreTrack.right, eventInPath())
  centre(
    @IdParam('id') eventId: number,
    @Body() { position, zoom }: TrackCenterBody,
    @FromCaller() caller: Caller,
  ): Promise<TrackAnswer> {
    return this.commands.execute(new CommandMessage('centreTrack', { eventId, position, zoom }, caller));
  }

  @Put(':id')
  @Allow(renameTrack.right, eventInPath())
  rename(
    @IdParam('id') eventId: number,
    @Body() { Name, Former }: TrackNameBody,
    @FromCaller() caller: Caller,
  ): Promise<TrackAnswer> {
    return this.commands.execute(new CommandMessage('renameTrack', { eventId, Name, Former }, caller));
  }

  @Delete(':id')
  @Allow(deleteTrack.right, eventInPath())
  remove(@IdParam('id') eventId: number, @FromCaller() caller: Caller): Promise<TrackAnswer> {
    return this.commands.execute(new CommandMessage('deleteTrack', { eventId }, caller));
  }

  private async route(eventId: number): Promise<CircuitRouteAnswer> {
    const { readModels, clock } = this.dependencies;
    const event = found(await eventReads(readModels).get(eventId));
    return routeAnswer(this.dependencies, event, await routeReads(readModels).get(eventId), clock.now());
  }
}
