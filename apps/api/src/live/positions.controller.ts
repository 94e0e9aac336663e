import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { DisconnectedsAnswer, DriverInfo, DriverPosition } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath } from '../access/resource-resolvers.js';
import { IdListParam, IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { LIVE_STATE, type LiveState } from './live-state.js';
import { disconnecteds, driverInfos, driverPositions } from './positions.js';

@ApiTags('positions')
@Controller()
export class PositionsController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(LIVE_STATE) private readonly live: LiveState,
  ) {}

  @Get('positionRecords/event/:eventId/:categoryIds')
  @Allow('race.watch', eventInPath('eventId'))
  ofEvent(
    @IdParam('eventId') eventId: number,
    @IdListParam('categoryIds') categoryIds: number[],
  ): Promise<DriverPosition[]> {
    return driverPositions(this.dependencies, this.live, eventId, categoryIds);
  }

  @Get('positionRecords/event/:eventId/driver/:userId/:categoryIds')
  @Allow('race.watch', eventInPath('eventId'))
  async ofDriver(
    @IdParam('eventId') eventId: number,
    @IdParam('userId') userId: number,
    @IdListParam('categoryIds') categoryIds: number[],
  ): Promise<DriverPosition[]> {
    const positions = await driverPositions(this.dependencies, this.live, eventId, categoryIds);
    return positions.filter(({ UserId }) => UserId === userId);
  }

  /** The first element is the driver. */
  @Get('drivers/format/:eventId/:userId/:categoryId')
  @Allow('race.watch', eventInPath('eventId'))
  driverInfo(
    @IdParam('eventId') eventId: number,
    @IdParam('userId') userId: number,
    @IdParam('categoryId') categoryId: number,
  ): Promise<DriverInfo[]> {
    return driverInfos(this.dependencies, this.live, eventId, userId, categoryId);
  }

  @Get('drivers/getDisconnecteds/:eventId/:categoryIds')
  @Allow('race.watch', eventInPath('eventId'))
  disconnected(
    @IdParam('eventId') eventId: number,
    @IdListParam('categoryIds') categoryIds: number[],
  ): Promise<DisconnectedsAnswer> {
    return disconnecteds(this.dependencies, this.live, eventId, categoryIds);
  }
}
