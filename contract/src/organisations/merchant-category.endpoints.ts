import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './merchant-category.schemas.ts'

/** The categories of trade of ISO 18245, one of which a merchant has. */
export const merchantCategoriesEndpoint = defineEndpoint<typeof schemas.merchantCategoriesSchemas>()({
  name: 'list-merchant-categories',
  method: 'GET',
  path: '/v1/mcc',
  area: 'mcc',
  summary: 'List merchant category codes',
  access: anyone,
  of: 'person',
})
