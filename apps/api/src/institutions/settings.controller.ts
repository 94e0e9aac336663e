import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Settings } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { PARTS, type ApiParts } from '../parts.js';

const DEMO_SUPPORT = 'admin@flagpost.demo';

@ApiTags('settings')
@Controller('settings')
export class SettingsController {
  constructor(@Inject(PARTS) private readonly parts: ApiParts) {}

  @Get()
  @Allow('settings.read')
  @ApiOperation({ summary: 'Where help is', security: [] })
  read(): Settings {
    const { HELP_URL, SUPPORT_EMAIL, DEMO } = this.parts.config;
    return { helpUrl: HELP_URL, supportEmail: SUPPORT_EMAIL ?? (DEMO ? DEMO_SUPPORT : '') };
  }
}
