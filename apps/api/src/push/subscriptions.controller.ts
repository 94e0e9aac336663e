import { ECDH } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  FAULTS,
  PUSH_SUBSCRIPTION,
  pushSubscriptionRequest,
  type Language,
  type PushAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow } from '../access/allow.js';
import { SignedIn } from '../http/caller.js';
import { FromLanguage } from '../http/language.js';
import { spend } from '../http/limits.js';
import type { TokenIdentity } from '../http/request.js';
import { ValidationError } from '../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { pushKeys } from './push-keys.js';

class PushSubscriptionBody extends createZodDto(pushSubscriptionRequest) {}

const isPoint = (p256dh: string): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
};

/** Push messages to the browser of the caller's session. They end with the session. */
@ApiTags('subscriptions')
@Controller('subscriptions/eventviewer')
export class SubscriptionsController {
  private readonly limit = new RateLimiterMemory({
    points: PUSH_SUBSCRIPTION.changes,
    duration: PUSH_SUBSCRIPTION.windowS,
  });

  constructor(@Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies) {}

  @Get()
  @Allow('notifications.manage')
  @ApiOperation({ summary: 'The key to subscribe with, and whether the session is subscribed' })
  async read(@SignedIn() { sessionId }: TokenIdentity): Promise<PushAnswer> {
    const { publicKey } = await pushKeys(this.dependencies);
    const known = await this.dependencies.records.credentials.pushSubscription(sessionId);
    return { publicKey, isSubscribed: known !== null };
  }

  @Post()
  @HttpCode(204)
  @Allow('notifications.manage')
  @ApiOperation({ summary: 'Pushes SOS, red, start and finish of events to the browser of this session' })
  async subscribe(
    @Body() { endpoint, keys: { p256dh, auth } }: PushSubscriptionBody,
    @SignedIn() { userId, sessionId }: TokenIdentity,
    @FromLanguage() language: Language,
  ): Promise<void> {
    await spend(this.limit, String(userId));
    const { config, records } = this.dependencies;
    if (!config.PUSH_SERVICES.mayCall(endpoint)) throw new ValidationError({ endpoint: FAULTS.pushService });
    if (!isPoint(p256dh)) throw new ValidationError({ 'keys.p256dh': FAULTS.malformed });
    const { publicKey } = await pushKeys(this.dependencies);
    const subscription = { familyId: sessionId, userId, endpoint, p256dh, auth, language, publicKey };
    if (!(await records.credentials.setPushSubscription(subscription))) refuse('notAuthorized');
  }

  @Delete()
  @HttpCode(204)
  @Allow('notifications.manage')
  @ApiOperation({ summary: 'Ends the push messages to this session' })
  async unsubscribe(@SignedIn() { sessionId }: TokenIdentity): Promise<void> {
    await this.dependencies.records.credentials.deletePushSubscription(sessionId);
  }
}
