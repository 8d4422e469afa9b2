import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './demo.schemas.ts'

/** Any other installation answers that there is no such address. */
export const demoEndpoint = defineEndpoint<typeof schemas.demoSchemas>()({
  name: 'get-demo',
  method: 'GET',
  path: '/v1/auth/demo',
  area: 'auth',
  summary: 'Get the people of a demo, its password, and where its mails are',
  access: 'anyone',
  isHidden: true,
})
