import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ALL_CATEGORIES_ID, READ_YOUR_WRITES_MS } from '@flagpost/contracts';
import { refuse, DomainError } from '@flagpost/domain';
import type { Handle, Position } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { tokenHash } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { RequestKey } from '@flagpost/records';
import { ValidationError } from '../http/validation-error.js';
import { seal, unseal } from '../identity/sealing.js';
import { inSharedSequence, type InTurn } from '../instances/shared-sequence.js';
import { PARTS, type ApiParts } from '../parts.js';
import { Submit, type IdKind, type Minted, type Minting } from './submit.js';

export const HANDLE = Symbol('Handle');
export const PROJECTOR = Symbol('Projector');

/** 'All categories' is no id of anything. */
const NEVER_ISSUED = [ALL_CATEGORIES_ID];

const refused = (error: unknown): boolean => error instanceof DomainError || error instanceof ValidationError;

/** What was minted for one command, and the name it has for good. */
type Fresh = Readonly<Record<string, number | string>> & { readonly commandId: string };

/** In place of an actor where the system itself asks. */
const SYSTEM = 0;

const TOKEN_BYTES = 16;

/**
 * Carries out a `Submit`: reserves its key, does its work, waits for the views, keeps its answer.
 *
 * What is kept of a request, ids and answer, is sealed under its key, and of the key only a hash is kept: it is for who
 * asks again, and for nobody who reads the store.
 */
@CommandHandler(Submit)
export class SubmitHandler implements ICommandHandler<Submit<unknown>> {
  /** Requests under way in this process, by actor and key: a repeat waits for the first. */
  private readonly underWay = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();
  private readonly inTurn: InTurn;
  private readonly startWait: (() => (labels: object) => void) | undefined;
  /** Answers that the views did not show in time. */
  private late = 0;

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    @Inject(HANDLE) private readonly handle: Handle,
    @Inject(PROJECTOR) private readonly projector: Projector,
  ) {
    this.inTurn = inSharedSequence(parts);
    this.startWait = parts.metrics?.stopwatch(METRICS.viewsWait);
    parts.metrics?.figure(METRICS.lateAnswers, () => this.late);
  }

  async execute(command: Submit<unknown>): Promise<unknown> {
    const { actor, request } = command.caller;
    if (request === null) return this.carryOut(command, await this.mint(command.minting));

    const secret = request.key;
    const key: RequestKey = {
      actorId: actor?.userId ?? SYSTEM,
      key: tokenHash(secret),
      bodyHash: request.bodyHash,
    };
    const name = `${key.actorId} ${key.key}`;
    const first = this.underWay.get(name);
    if (first !== undefined) {
      if (first.bodyHash !== key.bodyHash) refuse('keyReused');
      return first.answer;
    }
    const done = this.once(key, secret, command);
    const answer = done.then(({ result }) => result);
    this.underWay.set(name, { bodyHash: key.bodyHash, answer });
    done
      .then(({ kept }) => kept)
      .catch(() => undefined) // told to who asked
      .finally(() => this.underWay.delete(name));
    return answer;
  }

  /**
   * Nobody waits until the answer is kept: whoever asks again meanwhile gets it from here, and where it is lost with this
   * process the same ids and the events that are there make it anew, as for a request that was cut off before.
   */
  private async once(
    key: RequestKey,
    secret: string,
    command: Submit<unknown>,
  ): Promise<{ readonly result: unknown; readonly kept: Promise<void> }> {
    const { requestKeys } = this.parts.records;
    const sealed = (value: unknown): string => seal(JSON.stringify(value ?? null), secret, this.parts.ids);
    const unsealed = (kept: unknown): unknown => JSON.parse(unseal(String(kept), secret));

    const minted = { sealed: sealed(await this.mint(command.minting)) };
    const reserved = await requestKeys.reserve(key, minted, this.parts.clock.now());
    if (reserved.kind === 'mismatch') refuse('keyReused');
    if (reserved.kind === 'answered') return { result: unsealed(reserved.result), kept: Promise.resolve() };
    try {
      const result = await this.carryOut(command, unsealed(reserved.minted['sealed']) as Fresh);
      const kept = requestKeys.answer(key, sealed(result)).catch((error: unknown) => {
        this.parts.logger.warn('an answer could not be kept for who asks again', { error });
      });
      return { result, kept };
    } catch (error) {
      if (refused(error)) await requestKeys.release(key);
      throw error;
    }
  }

  private carryOut(command: Submit<unknown>, fresh: Fresh): Promise<unknown> {
    const work = () => this.workAndWait(command, fresh);
    return command.inTurn === undefined ? work() : this.inTurn(command.inTurn, work);
  }

  private async workAndWait(command: Submit<unknown>, { commandId, ...ids }: Fresh): Promise<unknown> {
    const { actor, correlationId, onLag } = command.caller;
    const context = {
      actorId: actor?.userId ?? null,
      actorRoles: actor?.roles ?? [],
      clubId: actor?.clubId ?? null,
      correlationId,
      commandId,
    };
    const positions: Position[] = [];
    const result = await command.work({
      ids: ids as unknown as Minted<Minting>,
      commandId,
      now: this.parts.clock.now(),
      mint: (kind) => this.next(kind),
      send: async (stream, decider, inner) => {
        const { events, state, position } = await this.handle(stream, decider, inner, context);
        if (position !== null) positions.push(position);
        return { events, state };
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
    return this.parts.records.sequences.next(kind, NEVER_ISSUED);
  }

  private async mint(minting: Minting): Promise<Fresh> {
    const { ids } = this.parts;
    const minted = await Promise.all(
      Object.entries(minting).map(
        async ([name, kind]) =>
          [name, kind === 'token' ? ids.token(TOKEN_BYTES) : await this.next(kind)] as const,
      ),
    );
    return { ...Object.fromEntries(minted), commandId: ids.uuid() };
  }
}
