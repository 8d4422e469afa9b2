import { defineEndpoint } from './endpoint.ts'
import type * as schemas from './export.schemas.ts'
import { anyone } from './roles.ts'

export const exportProgressEndpoint = defineEndpoint<typeof schemas.exportProgressSchemas>()({
  name: 'get-export-progress',
  method: 'GET',
  path: '/v1/export/:id',
  area: 'export',
  summary: 'How many rows a file under way has so far, by the id that its export was given as _progress',
  access: anyone,
  withoutTransaction: true,
})
