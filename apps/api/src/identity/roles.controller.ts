import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ROLES,
  keysOf,
  type IdDescription,
  type Language,
  type RoleName,
  type RoleRow,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { Allow } from '../access/allow.js';
import { FromLanguage } from '../http/language.js';

/** Names of roles as programs of the specification know them. */
const NAMES: Readonly<Record<RoleName, string>> = {
  admin: 'ADMIN',
  planner: 'EVENT_PLANNER',
  driver: 'DRIVER',
  director: 'DIRECTOR',
  viewer: 'EVENT_VIEWER',
};

/** Roles of an institution's staff, in the order of forms. */
const STAFF = ['planner', 'viewer', 'director'] as const satisfies readonly RoleName[];

@ApiTags('roles')
@Controller('roles')
export class RolesController {
  /** By id, described in the language of the request. */
  @Get()
  @Allow('lookups.read')
  list(@FromLanguage() language: Language): RoleRow[] {
    const { roles } = TEXTS_IN[language];
    return keysOf(ROLES)
      .map((role) => ({ rolId: ROLES[role], rolName: NAMES[role], rolDescription: roles[role] }))
      .sort((one, other) => one.rolId - other.rolId);
  }

  /** The roles of staff. */
  @Get('IdDescription')
  @Allow('lookups.read')
  idDescription(@FromLanguage() language: Language): IdDescription[] {
    const { roles } = TEXTS_IN[language];
    return STAFF.map((role) => ({ Id: ROLES[role], Description: roles[role] }));
  }
}
