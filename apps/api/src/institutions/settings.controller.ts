import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Settings } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';

const DEMO_SUPPORT = 'admin@flagpost.demo';

@ApiTags('settings')
@Controller('settings')
export class SettingsController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get()
  @Allow('settings.read')
  @ApiOperation({ summary: 'Where help is', security: [] })
  read(): Settings {
    const { HELP_URL, SUPPORT_EMAIL, DEMO } = this.dependencies.config;
    return { helpUrl: HELP_URL, supportEmail: SUPPORT_EMAIL ?? (DEMO ? DEMO_SUPPORT : '') };
  }
}
