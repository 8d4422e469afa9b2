import { defineEndpoint } from '../../endpoint.ts'
import { revenueScheme } from '../scheme.entity.ts'
import { comparedCostRoles } from './costs.rules.ts'
import type * as schemas from './costs.schemas.ts'

export const listCostsOfRevenueSchemeEndpoint = defineEndpoint<typeof schemas.listCostsOfRevenueSchemeSchemas>()({
  name: 'list-costs-of-revenue-scheme',
  method: 'GET',
  path: '/v1/psp/revenuescheme/:id/cost',
  area: revenueScheme.name,
  summary: 'List what payments cost of the merchants that have a revenue scheme',
  access: comparedCostRoles,
  module: 'collecting',
})
