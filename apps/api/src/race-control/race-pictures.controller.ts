import { Controller, Get, Inject, Post, Query, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RACE_PICTURE, type PictureRow, type TakePictureAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { eventInPath, eventInQuery } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { FromCallerUnkept, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IdParam } from '../http/params.js';
import { IMAGE_FORM, ImageUpload } from '../http/image-upload.js';
import { storedImage } from '../http/stored-image.js';
import { nameOfPicture, pictureRows } from '../views/pictures.projection.js';
import { takePicture } from './race-control.commands.js';

const SIZE = {
  width: RACE_PICTURE.widthPx,
  height: RACE_PICTURE.heightPx,
  fit: 'inside',
  withoutEnlargement: true,
} as const;

/** Pictures of a race that were kept with its event. They show names of drivers: no address of one is public. */
@ApiTags('events')
@Controller('events')
export class RacePicturesController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  @Post('takePicture')
  @Allow(takePicture.right, eventInQuery('eventId'))
  @UseInterceptors(ImageUpload)
  @ApiQuery({ name: 'eventId', schema: { type: 'integer', minimum: 1 } })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: IMAGE_FORM })
  async take(
    @Query('eventId') eventId: string,
    @UploadedFile() file: { readonly buffer: Buffer },
    @FromCallerUnkept() caller: Caller,
  ): Promise<TakePictureAnswer> {
    const bytes = await storedImage(file.buffer, SIZE, 'png');
    return this.commands.execute(
      new CommandMessage('takePicture', { eventId: Number(eventId), bytes }, caller),
    );
  }

  @Get('pictures/:id')
  @Allow('events.read', eventInPath())
  pictures(@IdParam('id') eventId: number): Promise<PictureRow[]> {
    return pictureRows(this.dependencies, eventId);
  }

  @Get('pictures/:id/:pictureId')
  @Allow('events.read', eventInPath())
  @ApiOperation({ summary: 'A picture of the race' })
  @ApiOkResponse({ content: { 'image/png': {} } })
  async picture(
    @IdParam('id') eventId: number,
    @IdParam('pictureId') pictureId: number,
    @Res() response: Response,
  ): Promise<void> {
    const { readModels, records } = this.dependencies;
    const name = found(await nameOfPicture(readModels, eventId, pictureId));
    const bytes = found(await records.eventImages.get(name));
    response.type('image/png').set('Cache-Control', 'private, no-store').end(bytes);
  }
}
