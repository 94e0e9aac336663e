import { Inject, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandHandler } from '@nestjs/cqrs';
import { READ_YOUR_WRITES_MS } from '@flagpost/contracts';
import { refuse, DomainError } from '@flagpost/domain';
import { CommandIdReused, type CommandContext, type Handle, type Position } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { seal, ServiceUnavailableError, tokenHash, unseal } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { RequestKey, Reservation } from '@flagpost/records';
import { ValidationError } from '../http/validation-error.js';
import { distributedMutex, type AssertHeld, type DistributedMutex } from '../instances/distributed-mutex.js';
import { COMMANDS, type CommandName } from '../commands.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { CommandMessage } from './command-message.js';
import { createIdBlocks, type NextId } from './id-blocks.js';
import { requestIdentity } from './request-identity.js';
import type { AnyCommand, IdsNeeded, StreamKind } from './define-command.js';

export const HANDLE = Symbol('Handle');
export const PROJECTOR = Symbol('Projector');

const definitionOf = (name: CommandName): AnyCommand => COMMANDS[name];

const refused = (error: unknown): boolean => error instanceof DomainError || error instanceof ValidationError;

/** The ids allocated for a command, its permanent id, and the request that this follows from. */
interface Allocated extends Pick<CommandContext, 'commandId' | 'request'> {
  readonly ids: Readonly<Record<string, number | string>>;
}
/** As it is stored with a reserved key. */
type Minted = Allocated['ids'] & Pick<Allocated, 'commandId'>;

interface KeyedMessage {
  readonly key: RequestKey;
  /** The Idempotency-Key itself. */
  readonly secret: string;
  readonly message: CommandMessage;
}

interface Done {
  readonly result: unknown;
  readonly kept: Promise<void>;
}

interface CarriedOut {
  readonly answer: unknown;
  /** Whether a stream holds events of the command. */
  readonly isRecorded: boolean;
}

const unsealed = (kept: unknown, secret: string): unknown => JSON.parse(unseal(String(kept), secret));

/** Looks up providers of the modules by class. */
export type Providers = Pick<ModuleRef, 'get'>;

/** The actor id of commands of the system itself. */
const SYSTEM = 0;

const TOKEN_BYTES = 16;

/**
 * Carries out every command: looks up its definition, recognises or reserves the request key, allocates ids, serialises it,
 * executes it, waits for the views and stores the answer.
 *
 * The stored ids and answer of a request are encrypted with its key, of which only a hash is stored: only a client that
 * repeats the request can read them.
 */
@CommandHandler(CommandMessage)
export class CommandMessageHandler {
  /** Requests in progress in this process, by actor and key: a repeated request waits for the first one. */
  private readonly inProgress = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();
  private readonly runExclusive: DistributedMutex;
  private readonly nextId: NextId;
  private readonly startWait: (() => (labels: object) => void) | undefined;
  /** Number of answers sent before the views showed their events. */
  private late = 0;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    @Inject(HANDLE) private readonly handle: Handle,
    @Inject(PROJECTOR) private readonly projector: Pick<Projector, 'waitFor'>,
    @Inject(ModuleRef) private readonly providers: Providers,
  ) {
    this.runExclusive = distributedMutex(dependencies);
    this.nextId = createIdBlocks(dependencies);
    this.startWait = dependencies.metrics?.stopwatch(METRICS.viewsWait);
    dependencies.metrics?.figure(METRICS.lateAnswers, () => this.late);
  }

  async execute(message: CommandMessage): Promise<unknown> {
    const { actor, request } = message.caller;
    if (request === null) return (await this.carryOut(message, await this.allocate(message.name))).answer;

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
    const isRecognised = definitionOf(message.name).recognisedBy === 'stream';
    const keyed = { key, secret, message };
    const done = isRecognised ? this.recognised(keyed) : this.reserved(keyed);
    const answer = done.then(({ result }) => result);
    this.inProgress.set(name, { bodyHash: key.bodyHash, answer });
    done
      .then(({ kept }) => kept)
      .catch(() => undefined) // `answer` rejects too
      .finally(() => this.inProgress.delete(name));
    return answer;
  }

  /**
   * The key is stored with the answer, after the events: until then the stream recognises a repetition by its command id,
   * whichever process is asked. What no stream holds is answered once the key is stored.
   */
  private async recognised({ key, secret, message }: KeyedMessage): Promise<Done> {
    const { records, clock } = this.dependencies;
    const now = clock.now();
    const [stored, ids] = await Promise.all([records.requestKeys.find(key), this.allocateIds(message.name)]);
    if (stored?.kind === 'open') return this.reserved({ key, secret, message }); // by a former release
    if (stored !== null) return { result: this.storedAnswer(stored, secret), kept: Promise.resolve() };

    const request = { key: secret, bodyHash: key.bodyHash };
    const { answer, isRecorded } = await this.carryOut(message, {
      ids,
      ...requestIdentity(key.actorId, request, now),
    }).catch((error: unknown) => {
      if (error instanceof CommandIdReused) refuse('keyReused');
      throw error;
    });
    const keeping = records.requestKeys.keep(key, this.sealed(answer, secret), now);
    return isRecorded
      ? { result: answer, kept: keeping.then(() => undefined, this.warnNotKept) }
      : { result: this.storedAnswer(await keeping, secret), kept: Promise.resolve() };
  }

  /**
   * The key is reserved with the ids first. The result does not wait for `kept`, the storing of the answer. A repeated
   * request meanwhile gets it from `inProgress`; if this process dies, the same ids and the recorded events produce it
   * again, as for a request that was interrupted.
   */
  private async reserved({ key, secret, message }: KeyedMessage): Promise<Done> {
    const { records, clock } = this.dependencies;
    const { requestKeys } = records;
    const { ids, commandId } = await this.allocate(message.name);
    const minted = { sealed: this.sealed({ ...ids, commandId }, secret) };
    const stored = await requestKeys.reserve<string>(key, minted, clock.now());
    if (stored.kind !== 'open') return { result: this.storedAnswer(stored, secret), kept: Promise.resolve() };
    const { commandId: firstId, ...first } = unsealed(stored.minted['sealed'], secret) as Minted;
    try {
      const { answer } = await this.carryOut(message, { ids: first, commandId: firstId });
      return {
        result: answer,
        kept: requestKeys.answer(key, this.sealed(answer, secret)).catch(this.warnNotKept),
      };
    } catch (error) {
      if (refused(error)) await requestKeys.release(key);
      throw error;
    }
  }

  /** @throws {DomainError} keyReused if the key is another request's */
  private storedAnswer(stored: Reservation<unknown>, secret: string): unknown {
    return stored.kind === 'answered' ? unsealed(stored.result, secret) : refuse('keyReused');
  }

  private sealed(value: unknown, secret: string): string {
    return seal(JSON.stringify(value ?? null), secret, this.dependencies.ids);
  }

  private readonly warnNotKept = (error: unknown): void =>
    this.dependencies.logger.warn('the answer could not be stored for a repetition of the request', {
      error,
    });

  private carryOut(message: CommandMessage, allocated: Allocated): Promise<CarriedOut> {
    const definition = definitionOf(message.name);
    const work = (assertHeld?: AssertHeld) => this.workAndWait(message, definition, allocated, assertHeld);
    const serializedBy = definition.serializedBy?.(message.data, message.caller);
    return serializedBy === undefined ? work() : this.runExclusive(serializedBy, work);
  }

  private async workAndWait(
    { name, data, caller }: CommandMessage,
    definition: AnyCommand,
    { ids, commandId, request }: Allocated,
    assertHeld?: AssertHeld,
  ): Promise<CarriedOut> {
    const { actor, correlationId, onLag } = caller;
    const context = {
      actorId: actor?.userId ?? null,
      actorRoles: actor?.roles ?? [],
      clubId: actor?.clubId ?? null,
      correlationId,
      commandId,
      commandName: name,
      ...(request === undefined ? {} : { request }),
    };
    /** One for each mutex that is held: its lease is lost if this process was suspended for long. */
    const holding = new Set(assertHeld === undefined ? [] : [assertHeld]);
    let isRecorded = false;
    let hasActed = false;
    const positions: Position[] = [];
    const steps = Object.keys(definition.outside);
    let reached = 0;
    const tools: Parameters<AnyCommand['carryOut']>[1] = {
      caller,
      ids,
      commandId,
      now: this.dependencies.clock.now(),
      dependencies: this.dependencies,
      get: <T>(provider: Type<T>) => this.providers.get<T>(provider, { strict: false }),
      nextId: this.nextId,
      runExclusive: (names, work) =>
        this.runExclusive(names, async (assertPart) => {
          const before = positions.length;
          holding.add(assertPart);
          const result = await work().finally(() => holding.delete(assertPart));
          const newest = positions.slice(before).sort().at(-1);
          if (newest !== undefined) await this.projector.waitFor(newest, READ_YOUR_WRITES_MS);
          return result;
        }),
      send: async (stream, decider, inner) => {
        if (!definition.streams.includes(stream.split('-')[0] as StreamKind))
          throw new Error(`${name} writes ${stream}, which its definition does not name.`);
        for (const assertHeld of holding) assertHeld();
        hasActed = true;
        const { events, state, position } = await this.handle(stream, decider, inner, context);
        if (position !== null) positions.push(position);
        isRecorded ||= events.length > 0;
        return { events, state };
      },
      outside: (step: string, work) => {
        const index = steps.indexOf(step);
        if (index < reached)
          throw new Error(`${name} carries out '${step}' out of the order of its definition.`);
        reached = index;
        for (const assertHeld of holding) assertHeld();
        hasActed = true;
        return work();
      },
    };
    const answer = await definition.carryOut(data, tools).catch(async (error: unknown) => {
      if (hasActed || !(await this.mayBeShownByNow(error))) throw error;
      return definition.carryOut(data, tools);
    });
    const newest = positions.sort().at(-1);
    if (newest === undefined) return { answer, isRecorded };
    const noteWait = this.startWait?.();
    const areShown = await this.projector.waitFor(newest, READ_YOUR_WRITES_MS);
    noteWait?.({});
    if (!areShown) {
      this.late += 1;
      onLag(newest);
    }
    return { answer, isRecorded };
  }

  /**
   * Whether a refusal because something does not exist came from views that were behind, or being rebuilt, and have caught
   * up since.
   *
   * @throws {ServiceUnavailableError} if they are behind still
   */
  private async mayBeShownByNow(error: unknown): Promise<boolean> {
    if (!(error instanceof DomainError) || error.kind !== 'missing') return false;
    const head = await this.dependencies.store.head();
    if (head === null || (await this.projector.waitFor(head, 0))) return false;
    if (await this.projector.waitFor(head, READ_YOUR_WRITES_MS)) return true;
    throw new ServiceUnavailableError('The views are behind.', { cause: error });
  }

  private async allocate(name: CommandName): Promise<Allocated> {
    return { ids: await this.allocateIds(name), commandId: this.dependencies.ids.uuid() };
  }

  private async allocateIds(name: CommandName): Promise<Allocated['ids']> {
    const needed: IdsNeeded = COMMANDS[name].ids;
    const allocated = await Promise.all(
      Object.entries(needed).map(
        async ([name, kind]) =>
          [
            name,
            kind === 'token' ? this.dependencies.ids.token(TOKEN_BYTES) : await this.nextId(kind),
          ] as const,
      ),
    );
    return Object.fromEntries(allocated);
  }
}
