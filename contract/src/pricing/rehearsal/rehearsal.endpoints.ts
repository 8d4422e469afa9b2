import { defineEndpoint } from '../../endpoint.ts'
import { revenueScheme } from '../scheme.entity.ts'
import type * as schemas from './rehearsal.schemas.ts'

/** Only what merchants pay is rehearsed: their fees are the provider's promise to them. */
const common = { area: revenueScheme.name, module: 'collecting' } as const
const path = '/v1/psp/revenuescheme/:id/version/:version'

export const rehearseSchemeVersionEndpoint = defineEndpoint<typeof schemas.rehearseSchemeVersionSchemas>()({
  ...common,
  name: 'rehearse-revenue-scheme-version',
  method: 'POST',
  path: `${path}/rehearse`,
  summary: 'Begin to price payments of past months by a version that does not apply yet',
  description: 'The months are business days of the ledger. The work goes on in the background, month by month.',
  access: revenueScheme.roles.update,
  status: 201,
  refusals: ['version_frozen', 'rehearsal_under_way', 'ledger_not_open'],
  changes: [revenueScheme.name],
})

export const listRehearsalsEndpoint = defineEndpoint<typeof schemas.listRehearsalsSchemas>()({
  ...common,
  name: 'list-rehearsals-of-revenue-scheme-version',
  method: 'GET',
  path: `${path}/rehearsal`,
  summary: 'List the rehearsals of a version',
  access: revenueScheme.roles.list,
})

export const getRehearsalEndpoint = defineEndpoint<typeof schemas.getRehearsalSchemas>()({
  ...common,
  name: 'get-rehearsal-of-revenue-scheme-version',
  method: 'GET',
  path: `${path}/rehearsal/:rehearsal`,
  summary: 'Get what merchants would have paid, line by line',
  access: revenueScheme.roles.list,
})

export const listRehearsedPaymentsEndpoint = defineEndpoint<typeof schemas.listRehearsedPaymentsSchemas>()({
  ...common,
  name: 'list-rehearsed-payments-of-revenue-scheme-version',
  method: 'GET',
  path: `${path}/rehearsal/:rehearsal/payment`,
  summary: 'List payments that one line priced and another one would price, the latest first',
  access: revenueScheme.roles.list,
})
