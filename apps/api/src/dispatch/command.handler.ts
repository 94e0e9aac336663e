import { Inject, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandHandler } from '@nestjs/cqrs';
import { ALL_CATEGORIES_ID, READ_YOUR_WRITES_MS } from '@flagpost/contracts';
import { refuse, DomainError } from '@flagpost/domain';
import type { Handle, Position } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { seal, tokenHash, unseal } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { RequestKey } from '@flagpost/records';
import { ValidationError } from '../http/validation-error.js';
import { distributedMutex, type DistributedMutex } from '../instances/distributed-mutex.js';
import { COMMANDS, type CommandName } from '../commands.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { CommandMessage } from './command-message.js';
import type { IdKind } from '../stored-names.js';
import type { AnyCommand, IdsNeeded, StreamKind } from './define-command.js';

export const HANDLE = Symbol('Handle');
export const PROJECTOR = Symbol('Projector');

/** The reserved id of 'all categories'. */
const NEVER_ISSUED = [ALL_CATEGORIES_ID];

const definitionOf = (name: CommandName): AnyCommand => COMMANDS[name];

const refused = (error: unknown): boolean => error instanceof DomainError || error instanceof ValidationError;

/** The ids allocated for a command, and its permanent id. */
type Allocated = Readonly<Record<string, number | string>> & { readonly commandId: string };

/** Looks up providers of the modules by class. */
export type Providers = Pick<ModuleRef, 'get'>;

/** The actor id of commands of the system itself. */
const SYSTEM = 0;

const TOKEN_BYTES = 16;

/**
 * Carries out every command: looks up its definition, reserves the request key, allocates ids, serialises it, executes it,
 * waits for the views and stores the answer.
 *
 * The stored ids and answer of a request are encrypted with its key, of which only a hash is stored: only a client that
 * repeats the request can read them.
 */
@CommandHandler(CommandMessage)
export class CommandMessageHandler {
  /** Requests in progress in this process, by actor and key: a repeated request waits for the first one. */
  private readonly inProgress = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();
  private readonly runExclusive: DistributedMutex;
  private readonly startWait: (() => (labels: object) => void) | undefined;
  /** Number of answers sent before the views showed their events. */
  private late = 0;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(HANDLE) private readonly handle: Handle,
    @Inject(PROJECTOR) private readonly projector: Projector,
    @Inject(ModuleRef) private readonly providers: Providers,
  ) {
    this.runExclusive = distributedMutex(dependencies);
    this.startWait = dependencies.metrics?.stopwatch(METRICS.viewsWait);
    dependencies.metrics?.figure(METRICS.lateAnswers, () => this.late);
  }

  async execute(message: CommandMessage): Promise<unknown> {
    const { actor, request } = message.caller;
    if (request === null) return this.carryOut(message, await this.allocate(message.name));

    const secret = request.key;
    const key: RequestKey = {
      actorId: actor?.userId ?? SYSTEM,
      key: tokenHash(secret),
      bodyHash: request.bodyHash,
    };
    const name = `${key.actorId} ${key.key}`;
    const first = this.inProgress.get(name);
    if (first !== undefined) {
      if (first.bodyHash !== key.bodyHash) refuse('keyReused');
      return first.answer;
    }
    const done = this.once(key, secret, message);
    const answer = done.then(({ result }) => result);
    this.inProgress.set(name, { bodyHash: key.bodyHash, answer });
    done
      .then(({ kept }) => kept)
      .catch(() => undefined) // `answer` rejects too
      .finally(() => this.inProgress.delete(name));
    return answer;
  }

  /**
   * The result does not wait for `kept`, the storing of the answer. A repeated request meanwhile gets it from `inProgress`; if
   * this process dies, the same ids and the recorded events produce it again, as for a request that was interrupted.
   */
  private async once(
    key: RequestKey,
    secret: string,
    message: CommandMessage,
  ): Promise<{ readonly result: unknown; readonly kept: Promise<void> }> {
    const { requestKeys } = this.dependencies.records;
    const sealed = (value: unknown): string =>
      seal(JSON.stringify(value ?? null), secret, this.dependencies.ids);
    const unsealed = (kept: unknown): unknown => JSON.parse(unseal(String(kept), secret));

    const allocated = { sealed: sealed(await this.allocate(message.name)) };
    const reserved = await requestKeys.reserve(key, allocated, this.dependencies.clock.now());
    if (reserved.kind === 'mismatch') refuse('keyReused');
    if (reserved.kind === 'answered') return { result: unsealed(reserved.result), kept: Promise.resolve() };
    try {
      const result = await this.carryOut(message, unsealed(reserved.minted['sealed']) as Allocated);
      const kept = requestKeys.answer(key, sealed(result)).catch((error: unknown) => {
        this.dependencies.logger.warn('the answer could not be stored for a repetition of the request', {
          error,
        });
      });
      return { result, kept };
    } catch (error) {
      if (refused(error)) await requestKeys.release(key);
      throw error;
    }
  }

  private carryOut(message: CommandMessage, allocated: Allocated): Promise<unknown> {
    const definition = definitionOf(message.name);
    const work = () => this.workAndWait(message, definition, allocated);
    const serializedBy = definition.serializedBy?.(message.data, message.caller);
    return serializedBy === undefined ? work() : this.runExclusive(serializedBy, work);
  }

  private async workAndWait(
    { name, data, caller }: CommandMessage,
    definition: AnyCommand,
    { commandId, ...ids }: Allocated,
  ): Promise<unknown> {
    const { actor, correlationId, onLag } = caller;
    const context = {
      actorId: actor?.userId ?? null,
      actorRoles: actor?.roles ?? [],
      clubId: actor?.clubId ?? null,
      correlationId,
      commandId,
      commandName: name,
    };
    const positions: Position[] = [];
    const steps = Object.keys(definition.outside);
    let reached = 0;
    const result = await definition.carryOut(data, {
      caller,
      ids,
      commandId,
      now: this.dependencies.clock.now(),
      dependencies: this.dependencies,
      get: <T>(provider: Type<T>) => this.providers.get<T>(provider, { strict: false }),
      nextId: (kind) => this.next(kind),
      runExclusive: (names, work) =>
        this.runExclusive(names, async () => {
          const before = positions.length;
          const result = await work();
          const newest = positions.slice(before).sort().at(-1);
          if (newest !== undefined) await this.projector.waitFor(newest, READ_YOUR_WRITES_MS);
          return result;
        }),
      send: async (stream, decider, inner) => {
        if (!definition.streams.includes(stream.split('-')[0] as StreamKind))
          throw new Error(`${name} writes ${stream}, which its definition does not name.`);
        const { events, state, position } = await this.handle(stream, decider, inner, context);
        if (position !== null) positions.push(position);
        return { events, state };
      },
      outside: (step: string, work) => {
        const index = steps.indexOf(step);
        if (index < reached)
          throw new Error(`${name} carries out '${step}' out of the order of its definition.`);
        reached = index;
        return work();
      },
    });
    const newest = positions.sort().at(-1);
    if (newest === undefined) return result;
    const noteWait = this.startWait?.();
    const areShown = await this.projector.waitFor(newest, READ_YOUR_WRITES_MS);
    noteWait?.({});
    if (areShown) return result;
    this.late += 1;
    onLag(newest);
    return result;
  }

  private next(kind: IdKind): Promise<number> {
    return this.dependencies.records.sequences.next(kind, NEVER_ISSUED);
  }

  private async allocate(name: CommandName): Promise<Allocated> {
    const { ids } = this.dependencies;
    const needed: IdsNeeded = COMMANDS[name].ids;
    const allocated = await Promise.all(
      Object.entries(needed).map(
        async ([name, kind]) =>
          [name, kind === 'token' ? ids.token(TOKEN_BYTES) : await this.next(kind)] as const,
      ),
    );
    return { ...Object.fromEntries(allocated), commandId: ids.uuid() };
  }
}
