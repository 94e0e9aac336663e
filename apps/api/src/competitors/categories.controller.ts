import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { categoryRequest, type CategoryAnswer, type CategoryOption } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { clubInBody, clubInPath, eventInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { PARTS, type ApiParts } from '../parts.js';
import { createCategory } from './categories.commands.js';
import { categoryOptions, categoryReads } from '../views/categories.projection.js';

class CategoryBody extends createZodDto(categoryRequest) {}

@ApiTags('driver categories')
@Controller('driverCategories')
export class CategoriesController {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
  ) {}

  @Get('IdDescriptionByClub/:id')
  @Allow('categories.read', clubInPath())
  async ofClub(@IdParam('id') clubId: number): Promise<CategoryOption[]> {
    const categories = await categoryReads(this.parts.readModels).ofClub(clubId);
    return categories.map(({ categoryId, name }) => ({ Id: categoryId, Description: name, selected: false }));
  }

  @Get('IdDescriptionByEvent/:id')
  @Allow('categories.read', eventInPath())
  async ofEvent(@IdParam('id') eventId: number): Promise<CategoryOption[]> {
    const event = found(await eventReads(this.parts.readModels).get(eventId));
    return categoryOptions(this.parts.readModels, event);
  }

  @Post()
  @Allow(createCategory.right, clubInBody(categoryRequest, 'ClubId', (body) => body.ClubId))
  create(@Body() body: CategoryBody, @FromCaller() caller: Caller): Promise<CategoryAnswer> {
    return this.commands.execute(new CommandMessage('createCategory', body, caller));
  }
}
