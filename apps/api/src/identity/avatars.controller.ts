import { Controller, Get, Inject, Param, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AVATAR, type AvatarAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { userInPath } from '../access/resource-resolvers.js';
import { CommandMessage } from '../dispatch/command-message.js';
import { FromCallerUnkept, type Caller } from '../http/caller.js';
import { found } from '../http/found.js';
import { IMAGE_FORM, ImageUpload, STORED_IMAGE_CACHED } from '../http/image-upload.js';
import { storedImage } from '../http/stored-image.js';
import { IdParam } from '../http/params.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { changeAvatar } from './people.commands.js';

/** A square is cut out of the middle. */
const SQUARE = { width: AVATAR.sidePx, height: AVATAR.sidePx, fit: 'cover' } as const;

@ApiTags('users')
@Controller('commonServices')
export class UploadAvatarController {
  constructor(private readonly commands: CommandBus) {}

  @Post('uploadAvatar/:id')
  @Allow(changeAvatar.right, userInPath())
  @UseInterceptors(ImageUpload)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: IMAGE_FORM })
  async upload(
    @IdParam('id') userId: number,
    @UploadedFile() file: { readonly buffer: Buffer },
    @FromCallerUnkept() caller: Caller,
  ): Promise<AvatarAnswer> {
    const bytes = await storedImage(file.buffer, SQUARE);
    return this.commands.execute(new CommandMessage('changeAvatar', { userId, bytes }, caller));
  }
}

/** Public, as pages load images without a bearer token: the names cannot be guessed. */
@ApiTags('users')
@Controller('avatars')
export class AvatarsController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get(':name')
  @Allow('avatars.show')
  @ApiOperation({ summary: 'The image of a user', security: [] })
  @ApiOkResponse({ content: { 'image/webp': {} } })
  async show(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const bytes = found(await this.dependencies.records.avatars.get(`avatars/${name}`));
    response.type('image/webp').set('Cache-Control', STORED_IMAGE_CACHED).end(bytes);
  }
}
