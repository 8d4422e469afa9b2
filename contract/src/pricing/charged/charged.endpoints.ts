import { defineEndpoint } from '../../endpoint.ts'
import { costScheme } from '../scheme.entity.ts'
import type { createSchemeVersionSchemas } from '../scheme.schemas.ts'
import type * as schemas from './charged.schemas.ts'

const shared = { area: costScheme.name, module: 'collecting' } as const

export const listChargedOfCostSchemeEndpoint = defineEndpoint<typeof schemas.listChargedOfCostSchemeSchemas>()({
  ...shared,
  name: 'list-charged-of-cost-scheme',
  method: 'GET',
  path: '/v1/psp/costscheme/:id/charged',
  summary:
    'List what processors charged beside what was expected, per line of the last version, and the price behind it',
  access: costScheme.roles.list,
})

export const draftChargedCostsEndpoint = defineEndpoint<typeof createSchemeVersionSchemas>()({
  ...shared,
  name: 'draft-charged-costs',
  method: 'POST',
  path: '/v1/psp/costscheme/:id/charged',
  summary: 'Begin a new version as a copy of the last one, with the prices that processors charge',
  description: 'Lines of which the figures allow no price keep theirs. It is a draft as any other.',
  status: 201,
  access: costScheme.roles.update,
  changes: [costScheme.name],
  refusals: ['version_under_way', 'charged_as_expected'],
})
