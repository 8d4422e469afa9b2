import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import type * as schemas from './sign-in-event.schemas.ts'

export const signInEventsEndpoint = defineEndpoint<typeof schemas.signInEventsSchemas>()({
  name: 'list-sign-in-events-of-everybody',
  method: 'GET',
  path: '/v1/psp/signinevent',
  area: 'psp',
  summary: 'List the events of accounts, newest first: sign-ins, failures, locks, changes of factors',
  access: anyOf('PSP_ALL', 'PSP_USER_ALL', 'PSP_USER_LIST'),
})
