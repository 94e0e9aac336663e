import { Controller, Get, Inject, Post, Req, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  IMPORT_ENCODINGS,
  uploadDriversForm,
  uploadInvitationsForm,
  type ImportAnswer,
  type ImportField,
  type ImportProgressAnswer,
  type RowFate,
  type UploadForm,
} from '@flagpost/contracts';
import { Allow } from '../../access/allow.js';
import { eventInPath } from '../../access/resource-resolvers.js';
import { CommandMessage } from '../../dispatch/command-message.js';
import { eventReads } from '../../views/events.projection.js';
import { FromCallerUnkept, type Caller } from '../../http/caller.js';
import { found } from '../../http/found.js';
import { JsonInSlices } from '../../http/json-in-slices.js';
import { IdParam } from '../../http/params.js';
import type { ApiRequest } from '../../http/request.js';
import { parseBody } from '../../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../../dependencies.js';
import { readFile, type ReadFile } from './file-rows.js';
import { importCompetitors, importDrivers } from './import.commands.js';
import { readImportProgress } from './import-progress.js';
import { openJudge, type JudgedRow } from './judge-rows.js';
import { ImportRefusedError, refusalText } from '../../http/import-refused.js';
import { rememberColumns, rememberedColumns } from './remembered-columns.js';
import { clubInForm, eventInForm } from './upload.js';

const text = (more: { enum?: string[]; pattern?: string; description?: string } = {}) => ({
  type: 'string' as const,
  ...more,
});
const FLAG = text({ enum: ['true', 'false', '1', '0'] });
const FORM = {
  file: { type: 'string' as const, format: 'binary' },
  DataWithHeader: FLAG,
  Preview: FLAG,
  Mapping: text({ description: 'JSON: the field of each column, or null' }),
  Fill: text({ description: 'JSON: by field, the value of empty cells' }),
  Mode: text({ enum: ['all', 'good'] }),
  Encoding: text({ enum: [...IMPORT_ENCODINGS] }),
};
const ID = text({ pattern: '^\\d{1,15}$' });

const requiredFields = (eventId: number | null): readonly ImportField[] => [
  'Email',
  'Name',
  'Surname',
  'GrupoSanguineo',
  ...(eventId === null ? [] : (['Category'] as const)),
];

const missingIn = (
  { columns }: ReadFile,
  { Fill = {} }: UploadForm,
  eventId: number | null,
): ImportField[] => {
  const held = new Set(columns.map(({ field }) => field));
  return requiredFields(eventId).filter(
    (field) =>
      !held.has(field) &&
      (Fill[field] ?? '') === '' &&
      !((field === 'Name' || field === 'Surname') && held.has('FullName')),
  );
};

/** Rows that lack a field which no row has are one fault of the file. */
const withoutRepetition = (
  { faults }: ImportRefusedError,
  missing: readonly ImportField[],
): ImportRefusedError => {
  const told = new Set<ImportField>();
  return new ImportRefusedError(
    faults.flatMap((fault) => {
      const { field } = fault.refusal;
      if (field === null || !missing.includes(field)) return [fault];
      if (told.has(field)) return [];
      told.add(field);
      return [{ ...fault, row: null }];
    }),
  );
};

@ApiTags('competitors')
@Controller('commonServices')
export class ImportController {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  /** Competitors of an event. */
  @Post('uploadInvitations')
  @UseInterceptors(JsonInSlices)
  @Allow(importCompetitors.right, eventInForm)
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', properties: { ...FORM, EventId: ID }, required: ['file', 'EventId'] },
  })
  async uploadInvitations(
    @Req() request: ApiRequest,
    @FromCallerUnkept() caller: Caller,
  ): Promise<ImportAnswer> {
    const form = parseBody(uploadInvitationsForm, request.body);
    const event = found(await eventReads(this.dependencies.readModels).get(form.EventId));
    return this.carryOut(request, form, event.eventId, event.clubId, caller);
  }

  /** Drivers of an institution, of no event. */
  @Post('uploadDrivers')
  @UseInterceptors(JsonInSlices)
  @Allow(importDrivers.right, clubInForm)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { ...FORM, ClubId: ID }, required: ['file'] } })
  async uploadDrivers(@Req() request: ApiRequest, @FromCallerUnkept() caller: Caller): Promise<ImportAnswer> {
    const form = parseBody(uploadDriversForm, request.body);
    return this.carryOut(request, form, null, caller.actor?.clubId ?? form.ClubId ?? 0, caller);
  }

  /** Of the import into this event that is under way, whichever api carries it out. */
  @Get('importProgress/:eventId')
  @Allow('competitors.read', eventInPath('eventId'))
  importProgress(@IdParam('eventId') eventId: number): Promise<ImportProgressAnswer> {
    return readImportProgress(this.dependencies, eventId);
  }

  private async carryOut(
    { file }: ApiRequest,
    form: UploadForm,
    eventId: number | null,
    clubId: number,
    caller: Caller,
  ): Promise<ImportAnswer> {
    const { dependencies } = this;
    const read = await readFile(found(file ?? null), form, await rememberedColumns(dependencies, clubId));
    const missing = missingIn(read, form, eventId);
    const { Fill: fill = {}, Mode: mode, Preview: isPreview } = form;
    const rows = [...read.rows];
    if (isPreview) {
      const event = eventId === null ? null : await eventReads(dependencies.readModels).existing(eventId);
      const judge = await openJudge(dependencies, event, { actor: caller.actor, clubId }, fill);
      return this.told(read, missing, await judge.judge(rows), isPreview, caller);
    }
    const list = { rows, fill, mode };
    const judged = await this.commands
      .execute(
        eventId === null
          ? new CommandMessage('importDrivers', { clubId, ...list }, caller)
          : new CommandMessage('importCompetitors', { eventId, ...list }, caller),
      )
      .catch((error: unknown) => {
        throw error instanceof ImportRefusedError ? withoutRepetition(error, missing) : error;
      });
    if (form.Mapping !== undefined && form.DataWithHeader)
      await rememberColumns(dependencies, clubId, read.columns);
    return this.told(read, missing, judged, isPreview, caller);
  }

  private told(
    { encoding, separator, columns, rows, cells }: ReadFile,
    missing: ImportField[],
    judged: readonly JudgedRow[],
    isPreview: boolean,
    { language }: Caller,
  ): ImportAnswer {
    const counts: Record<RowFate, number> = { new: 0, changed: 0, same: 0, refused: 0 };
    for (const { fate } of judged) counts[fate] += 1;
    const values = new Map(rows.map((row) => [row.row, row.values]));
    return {
      imported: !isPreview,
      encoding,
      separator,
      columns: [...columns],
      missing,
      counts,
      rows: judged.map(({ row, fate, refusal }) => {
        const { Number = '', Name = '', Surname = '', Email = '', Category = '' } = values.get(row) ?? {};
        return {
          row,
          fate,
          error: refusal === null ? null : refusalText(refusal, language),
          number: Number,
          name: `${Name} ${Surname}`.trim(),
          email: Email,
          category: Category,
          cells: fate === 'refused' ? [...(cells.get(row) ?? [])] : null,
        };
      }),
    };
  }
}
