import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './export.schemas.ts'

export const exportProgressEndpoint = defineEndpoint<typeof schemas.exportProgressSchemas>()({
  name: 'get-export-progress',
  method: 'GET',
  path: '/v1/export/:id',
  area: 'export',
  summary: 'Get the number of rows that an export has so far, by the id that it was given as _progress',
  access: anyone,
  withoutTransaction: true,
  isUnrecorded: true,
})
