import { Controller, Get, Inject, Param, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { SECTOR_PICTURE, type SectorPictureAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCallerUnkept, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IMAGE_FORM, ImageUpload, STORED_IMAGE_CACHED } from '../http/image-upload.js';
import { storedImage } from '../http/stored-image.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { uploadSectorPicture } from './sectors.commands.js';

/** The whole picture, made smaller if need be. */
const SIZE = {
  width: SECTOR_PICTURE.widthPx,
  height: SECTOR_PICTURE.heightPx,
  fit: 'inside',
  withoutEnlargement: true,
} as const;

@ApiTags('sectors')
@Controller('commonServices')
export class UploadSectorPictureController {
  constructor(private readonly commands: CommandBus) {}

  @Post('uploadSectorPic')
  @Allow(uploadSectorPicture.right)
  @UseInterceptors(ImageUpload)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: IMAGE_FORM })
  async upload(
    @UploadedFile() file: { readonly buffer: Buffer },
    @FromCallerUnkept() caller: Caller,
  ): Promise<SectorPictureAnswer> {
    const bytes = await storedImage(file.buffer, SIZE);
    return this.commands.execute(new CommandMessage('uploadSectorPicture', { bytes }, caller));
  }
}

/** Public, as pages load images without a bearer token: the names cannot be guessed. */
@ApiTags('sectors')
@Controller('sectorPictures')
export class SectorPicturesController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get(':name')
  @Allow('sectorPictures.show')
  @ApiOperation({ summary: 'The picture of a sector', security: [] })
  @ApiOkResponse({ content: { 'image/webp': {} } })
  async show(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const bytes = found(await this.dependencies.records.eventImages.get(`sectorPictures/${name}`));
    response.type('image/webp').set('Cache-Control', STORED_IMAGE_CACHED).end(bytes);
  }
}
