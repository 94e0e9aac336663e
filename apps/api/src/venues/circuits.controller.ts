import { Body, Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { circuitRequest, type Actor, type CircuitAnswer, type CircuitRow } from '@flagpost/contracts';
import { Allow, clubScope, SCOPED_BY_QUERY } from '../access/allow.js';
import { circuitInPath, clubInBody, readableCircuitInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, SignedIn, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { clubReads } from '../views/clubs.projection.js';
import { countryName } from '../countries/countries.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { createCircuit, deleteCircuit, editCircuit } from './circuits.commands.js';
import { circuitReads, type CircuitDocument } from '../views/circuits.projection.js';

class CircuitBody extends createZodDto(circuitRequest) {}

@ApiTags('circuits')
@Controller('circuits')
export class CircuitsController {
  private readonly circuits;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {
    this.circuits = circuitReads(dependencies.readModels);
  }

  /** Of the caller's club, and those that others made visible; for administrators of every club. */
  @Get()
  @Allow('circuits.read', SCOPED_BY_QUERY)
  async list(@SignedIn() actor: Actor): Promise<CircuitRow[]> {
    return this.rows(await this.circuits.readableBy(clubScope(actor)));
  }

  @Get(':id')
  @Allow('circuits.read', readableCircuitInPath())
  async one(@IdParam('id') circuitId: number): Promise<CircuitRow> {
    const [row] = await this.rows([await this.existing(circuitId)]);
    return found(row);
  }

  @Post()
  @Allow(createCircuit.right, clubInBody(circuitRequest, 'ClubId', (body) => body.ClubId))
  create(@Body() body: CircuitBody, @FromCaller() caller: Caller): Promise<CircuitAnswer> {
    return this.commands.execute(new CommandMessage('createCircuit', body, caller));
  }

  @Put(':id')
  @Allow(editCircuit.right, circuitInPath())
  async edit(
    @IdParam('id') circuitId: number,
    @Body() circuit: CircuitBody,
    @FromCaller() caller: Caller,
  ): Promise<CircuitAnswer> {
    const { clubId } = await this.existing(circuitId);
    return this.commands.execute(new CommandMessage('editCircuit', { circuitId, clubId, circuit }, caller));
  }

  @Delete(':id')
  @Allow(deleteCircuit.right, circuitInPath())
  remove(@IdParam('id') circuitId: number, @FromCaller() caller: Caller): Promise<CircuitAnswer> {
    return this.commands.execute(new CommandMessage('deleteCircuit', { circuitId }, caller));
  }

  private async existing(circuitId: number): Promise<CircuitDocument> {
    return found(await this.circuits.get(circuitId));
  }

  private async rows(circuits: readonly CircuitDocument[]): Promise<CircuitRow[]> {
    const clubIds = [...new Set(circuits.map(({ clubId }) => clubId))];
    const clubs = await clubReads(this.dependencies.readModels).getMany(clubIds);
    const names = new Map(clubs.map(({ clubId, name }) => [clubId, name]));
    return circuits.map((circuit) => ({
      cirId: circuit.circuitId,
      cirName: circuit.name,
      cirVisibility: circuit.isVisible,
      couId: circuit.countryId,
      coudId: circuit.countryId,
      couName: countryName(circuit.countryId),
      cirState: circuit.state,
      cirCity: circuit.city,
      cirLat: circuit.position?.lat ?? null,
      cirLong: circuit.position?.lng ?? null,
      cluId: circuit.clubId,
      cluName: names.get(circuit.clubId) ?? '',
    }));
  }
}
