import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CountryRow } from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { countryRows } from '../countries/countries.js';

@ApiTags('countries')
@Controller('countries')
export class CountriesController {
  @Get()
  @Allow('countries.read')
  list(): readonly CountryRow[] {
    return countryRows();
  }
}
