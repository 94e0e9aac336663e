import { Body, Controller, HttpCode, Inject, Ip, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientReport } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { spend } from '../http/limits.js';
import { networkOf } from '../http/network-of.js';
import type { ApiRequest } from '../http/request.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { sanitizeReport } from './sanitize-report.js';

class ClientReportBody extends createZodDto(clientReport) {}

@ApiTags('client reports')
@Controller('clientReports')
export class ClientReportsController {
  /** Allows for several failing screens in one network; counted in this process, as in `LoginLimits`. */
  private readonly limit = new RateLimiterMemory({ points: 60, duration: 5 * 60 });

  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Post()
  @HttpCode(204)
  @Allow('clientReports.send')
  @ApiOperation({ summary: 'Logs an error of a browser', security: [] })
  async send(
    @Body() report: ClientReportBody,
    @Ip() address: string,
    @Req() { correlationId }: ApiRequest,
  ): Promise<void> {
    await spend(this.limit, networkOf(address));
    this.dependencies.logger.warn('browser reported an error', { ...sanitizeReport(report), correlationId });
  }
}
