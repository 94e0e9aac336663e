import { Controller, HttpCode, Post, Req, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { TRACK_FILE_LIMITS, uploadPolylinesForm, type PolylinesAnswer } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { ofEvent } from '../access/resource-resolvers.js';
import { inForm, type UploadForm } from '../access/uploads.js';
import { FileRefusedError } from '../http/file-refused.js';
import { found } from '../http/found.js';
import { JsonInSlices } from '../http/json-in-slices.js';
import type { ApiRequest } from '../http/request.js';
import { parseBody } from '../http/validation-error.js';
import { readPolylines } from './polylines.js';
import { drawRoute } from './routes.commands.js';

const TRACK: UploadForm = {
  limits: { fileSize: TRACK_FILE_LIMITS.bytes, fields: 4, fieldSize: 1_000 },
  missing: 'trackFile',
  tooLarge: () => new FileRefusedError('trackFile.tooLarge'),
};

const eventInForm = inForm(TRACK, (authorization) =>
  ofEvent(authorization, parseBody(uploadPolylinesForm, authorization.request.body).EventId),
);

@ApiTags('tracks')
@Controller('commonServices')
export class PolylinesController {
  /** What a KML, KMZ, GPX or GeoJSON file holds. Nothing is stored. */
  @Post('uploadPolylines')
  @HttpCode(200)
  @UseInterceptors(JsonInSlices)
  @Allow(drawRoute.right, eventInForm)
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        EventId: { type: 'string', pattern: '^\\d{1,15}$' },
      },
      required: ['file', 'EventId'],
    },
  })
  upload(@Req() { file }: ApiRequest): Promise<PolylinesAnswer> {
    return readPolylines(found(file ?? null).buffer);
  }
}
