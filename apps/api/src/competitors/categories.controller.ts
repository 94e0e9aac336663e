import { Body, Controller, Delete, Get, Inject, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  categoryNameRequest,
  categoryRequest,
  type CategoryAnswer,
  type CategoryOption,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { categoryInPath, clubInBody, clubInPath, eventInPath } from '../access/resource-resolvers.js';
import { eventReads } from '../views/events.projection.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCaller, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { createCategory, deleteCategory, renameCategory } from './categories.commands.js';
import { categoryOptions, categoryReads, type CategoryDocument } from '../views/categories.projection.js';

class CategoryBody extends createZodDto(categoryRequest) {}
class CategoryNameBody extends createZodDto(categoryNameRequest) {}

@ApiTags('driver categories')
@Controller('driverCategories')
export class CategoriesController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Get('IdDescriptionByClub/:id')
  @Allow('categories.read', clubInPath())
  async ofClub(@IdParam('id') clubId: number): Promise<CategoryOption[]> {
    const categories = await categoryReads(this.dependencies.readModels).ofClub(clubId);
    return categories.map(({ categoryId, name }) => ({ Id: categoryId, Description: name, selected: false }));
  }

  @Get('IdDescriptionByEvent/:id')
  @Allow('categories.read', eventInPath())
  async ofEvent(@IdParam('id') eventId: number): Promise<CategoryOption[]> {
    const event = found(await eventReads(this.dependencies.readModels).get(eventId));
    return categoryOptions(this.dependencies.readModels, event);
  }

  @Get(':id')
  @Allow('categories.read', categoryInPath())
  async one(@IdParam('id') id: number): Promise<CategoryAnswer> {
    const { categoryId, name, clubId } = await this.existing(id);
    return { catId: categoryId, catName: name, cluId: clubId };
  }

  @Post()
  @Allow(createCategory.right, clubInBody(categoryRequest, 'ClubId', (body) => body.ClubId))
  create(@Body() body: CategoryBody, @FromCaller() caller: Caller): Promise<CategoryAnswer> {
    return this.commands.execute(new CommandMessage('createCategory', body, caller));
  }

  @Put(':id')
  @Allow(renameCategory.right, categoryInPath())
  async rename(
    @IdParam('id') categoryId: number,
    @Body() { Name, Former }: CategoryNameBody,
    @FromCaller() caller: Caller,
  ): Promise<CategoryAnswer> {
    const { clubId } = await this.existing(categoryId);
    const body = { categoryId, clubId, Name, Former };
    return this.commands.execute(new CommandMessage('renameCategory', body, caller));
  }

  @Delete(':id')
  @Allow(deleteCategory.right, categoryInPath())
  remove(@IdParam('id') categoryId: number, @FromCaller() caller: Caller): Promise<CategoryAnswer> {
    return this.commands.execute(new CommandMessage('deleteCategory', { categoryId }, caller));
  }

  private async existing(categoryId: number): Promise<CategoryDocument> {
    return found(await categoryReads(this.dependencies.readModels).get(categoryId));
  }
}
