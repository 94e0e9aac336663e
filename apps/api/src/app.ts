import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { json, type Request } from 'express';
import { holds, HOUR_MS, IDEMPOTENCY_KEY_TTL_MS, ROLES } from '@flagpost/contracts';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { ConfigError, tokenHash, trackConnections, type Timer } from '@flagpost/platform';
import { startProjections, type Projector } from '@flagpost/read-models';
import { AccessGuard } from './access/access.guard.js';
import { Bearer } from './access/bearer.js';
import { knownForLargeBodies } from './access/large-bodies.js';
import { AUDIT_INDEX, startAuditIndex } from './audit/audit-index.js';
import { checkRoutePermissions } from './access/route-permissions.js';
import { assertProduction, showsOpenApi } from './config.js';
import { positionKeeping } from './history/keeping/keeping.job.js';
import { keyframeKeeping } from './history/replay/keyframes.job.js';
import { PAST_RACES, type PastRaces } from './history/replay/past-races.js';
import { modules } from './modules.js';
import { CommandMessageHandler, HANDLE, PROJECTOR } from './dispatch/command.handler.js';
import { malformedIfUnread, refuseDeepJson } from './http/deep-json.js';
import { ErrorsFilter } from './http/errors.filter.js';
import { BodyPipe } from './http/validation-error.js';
import { refuseOtherMethods } from './http/methods.js';
import { nestLogger } from './http/nest-logger.js';
import { setUpOpenApi } from './http/openapi.js';
import { keepPrivate, pageSecurity } from './http/page-security.js';
import { requestLog } from './http/request-log.js';
import { endSlowClients } from './http/slow-clients.js';
import { Accounts } from './identity/accounts.bootstrap.js';
import { AccessTokens } from './access/access-tokens.js';
import { EndedSessions } from './access/ended-sessions.js';
import { userReads } from './views/users.projection.js';
import { isDemoAddress } from './demo/demo-accounts.js';
import { markFormerDemoAccounts } from './demo/former-demo-accounts.js';
import { SINGLETON_JOBS, startSingletonJobs, type SingletonJobs } from './instances/singleton-jobs.js';
import { shareViews } from './instances/shared-views.js';
import { Clubs } from './institutions/clubs.bootstrap.js';
import { Licences } from './licences/licences.bootstrap.js';
import { openMail, SEND_MAIL } from './mail/mailer.js';
import { instrumentedHandle } from './instrumentation/command-handler.js';
import { traceAppends, traceProjections, traceRequests } from './instrumentation/traces.js';
import { DEPENDENCIES, type ApiDependencies } from './dependencies.js';
import { projections } from './projections.js';
import { reacting } from './reactions.js';
import { claimLogFormat } from './log-format.js';
import { drawSecrets } from './secrets.js';
import { SECRET_IN_USE } from './stored-names.js';
import { upcast } from './upcast.js';

/** Of all calls but those with lines of a map: what they take is short, and is read before it is known who sends it. */
const MAX_BODY = 256 * 1024;
/** A route drawn by hand, or imported, at the limits of the contracts. */
const MAX_ROUTE_BODY = '4mb';
const ROUTE_PATHS = ['circuitRoutes', 'tracks', 'events/map', 'events/specialstages'];
const isRouteBody = (plain: IncomingMessage): boolean => {
  const request = plain as Request;
  const isOfRoute = ROUTE_PATHS.some((path) => request.originalUrl.startsWith(`/api/${path}`));
  return isOfRoute && request.is('json') === 'json';
};

export interface Api {
  /** All its paths are under /api: pages and doors may be added with `app.use` before `start`. */
  readonly app: NestExpressApplication;
  readonly projector: Projector;
  /** For a composition root that wants some to be there; after `start`. */
  readonly accounts: Accounts;
  readonly clubs: Clubs;
  readonly licences: Licences;
  /** Opens the calls; the composition root listens. @throws {Error} if a route has no row in the permission table. */
  start(): Promise<void>;
  /** Closes what it opened, its parts excepted. */
  stop(): Promise<void>;
}

@Module({})
class ApiModule {}

/** The api over its parts, its views caught up with the log. */
export const createApi = async (dependencies: ApiDependencies): Promise<Api> => {
  const { ids, clock, logger, config, metrics, tracing } = dependencies;
  assertProduction(config, dependencies.topology !== undefined);
  await claimLogFormat(dependencies);
  const secret = await drawSecrets(dependencies);
  await compareSecrets(dependencies, secret);
  const tokens = new AccessTokens(secret, clock);
  const store = tracing === undefined ? dependencies.store : traceAppends(dependencies.store, tracing);
  const handle = instrumentedHandle(createCommandHandler({ store, upcast, ids }), dependencies);
  const jobs = startSingletonJobs(dependencies);
  const sendMail = dependencies.sendMail ?? openMail(config, dependencies);
  const projector = await startViews(dependencies, jobs);
  await projector.caughtUp();
  const auditIndex = await startAuditIndex(dependencies, jobs);
  metrics?.figure(METRICS.projectionLag, () => projector.lags());

  const shared = [
    { provide: DEPENDENCIES, useValue: dependencies },
    { provide: HANDLE, useValue: handle },
    { provide: PROJECTOR, useValue: projector },
    { provide: SINGLETON_JOBS, useValue: jobs },
    { provide: SEND_MAIL, useValue: sendMail },
    { provide: AUDIT_INDEX, useValue: auditIndex },
    { provide: AccessTokens, useValue: tokens },
    { provide: EndedSessions, useValue: new EndedSessions() },
  ];
  const core: DynamicModule = {
    module: ApiModule,
    global: true,
    imports: [CqrsModule.forRoot(), DiscoveryModule, ...modules],
    providers: [...shared, CommandMessageHandler],
    exports: shared.map(({ provide }) => provide),
  };

  const app = await NestFactory.create<NestExpressApplication>(core, {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.setGlobalPrefix('api');
  app.set('trust proxy', config.TRUSTED_PROXIES);
  app.disable('x-powered-by');
  app.use(pageSecurity(config));
  app.use('/api', keepPrivate);
  if (tracing !== undefined) app.use('/api', traceRequests(tracing));
  app.use('/api', requestLog(dependencies));
  app.useGlobalFilters(new ErrorsFilter(logger));
  const bearer = new Bearer(tokens);
  app.useGlobalGuards(new AccessGuard(dependencies, bearer));
  app.useGlobalPipes(new BodyPipe());

  const connections = trackConnections(app.getHttpServer(), dependencies.scheduler);
  const accounts = app.get(Accounts);
  let housekeeping: Timer | null = null;
  return {
    app,
    projector,
    accounts,
    clubs: app.get(Clubs),
    licences: app.get(Licences),
    async start() {
      checkRoutePermissions(app.get(DiscoveryService));
      if (showsOpenApi(config)) setUpOpenApi(app);
      // Here, behind what was mounted: a door reads its own bodies.
      app.use('/api', refuseOtherMethods(app));
      app.use('/api', knownForLargeBodies(bearer, isRouteBody, MAX_BODY));
      // Not by Nest, which keeps `verify` for itself.
      app.use(json({ limit: MAX_ROUTE_BODY, type: isRouteBody, verify: refuseDeepJson }));
      app.use(json({ limit: MAX_BODY, verify: refuseDeepJson }));
      app.use(malformedIfUnread);
      await app.init();
      await markFormerDemoAccounts(dependencies, accounts);
      endSlowClients(app, dependencies);
      await ensureAdministrator(dependencies, accounts);
      housekeeping = forgetOldKeys(dependencies);
      await jobs.add(reacting(dependencies, handle, projector, sendMail));
      await jobs.add(positionKeeping(dependencies, app.get(CommandBus)));
      await jobs.add(keyframeKeeping(dependencies, app.get<PastRaces>(PAST_RACES)));
    },
    async stop() {
      housekeeping?.cancel();
      connections.end();
      await app.close();
      await jobs.stop();
      await auditIndex.stop();
      await projector.stop();
    },
  };
};

/** Health fails if another instance signs with a different secret: each would reject the other's tokens. */
const compareSecrets = async (
  { records, health, topology }: ApiDependencies,
  secret: string,
): Promise<void> => {
  if (topology === undefined) return;
  const ours = tokenHash(secret);
  await records.checkpoints.save(SECRET_IN_USE, ours);
  health.register('sign-in', async () => {
    const ok = (await records.checkpoints.load(SECRET_IN_USE)) === ours;
    return ok
      ? { ok }
      : { ok, details: { error: 'An instance that was started later has a different JWT_SECRET.' } };
  });
};

/** The views of this process, or those that all processes share. */
const startViews = async (dependencies: ApiDependencies, jobs: SingletonJobs): Promise<Projector> => {
  const { tracing, clock } = dependencies;
  const traced = tracing === undefined ? projections : traceProjections(projections, tracing, clock);
  const options = { ...dependencies, projections: traced, upcast };
  if (dependencies.topology !== 'sharedViews') return startProjections(options);
  const { projector, job } = shareViews(options);
  await jobs.add(job);
  return projector;
};

/** @throws {ConfigError} if the account that is named is of the demo, or no administrator's. */
const ensureAdministrator = async (
  { config, readModels }: ApiDependencies,
  accounts: Accounts,
): Promise<void> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  if (email === undefined && password === undefined) return;
  if (email === undefined || password === undefined)
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  if (isDemoAddress(email))
    throw new ConfigError(`ADMIN_EMAIL: ${email} is an address of the demo. Choose another one.`);
  const names = { name: 'Administrator', surname: '' };
  const userId = await accounts.ensure({ email, password, ...names, roles: [ROLES.admin], clubId: null });
  const user = await userReads(readModels).get(userId);
  if (user?.demo === true)
    throw new ConfigError(`ADMIN_EMAIL: ${email} belongs to an account of the demo. Choose another address.`);
  if (user !== null && !holds(user, 'admin'))
    throw new ConfigError(`ADMIN_EMAIL: ${email} belongs to an account that is no administrator's.`);
};

/** Now, and every hour. */
const forgetOldKeys = ({ records, clock, scheduler, logger }: ApiDependencies): Timer => {
  const forget = (): void => {
    records.requestKeys
      .forget(clock.now() - IDEMPOTENCY_KEY_TTL_MS)
      .catch((error: unknown) => logger.error('expired request keys could not be deleted', { error }));
  };
  forget();
  return scheduler.every(HOUR_MS, forget);
};
