import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import type * as schemas from './sign-in-event.schemas.ts'
import { anyUserRoles } from './users/user.rules.ts'

export const signInEventsEndpoint = defineEndpoint<typeof schemas.signInEventsSchemas>()({
  name: 'list-sign-in-events-of-everybody',
  method: 'GET',
  path: '/v1/psp/signinevent',
  area: 'psp',
  summary: 'List the events of accounts, newest first: sign-ins, failures, locks, changes of factors',
  access: anyOf('PSP_ALL', 'PSP_USER_ALL', 'PSP_USER_LIST'),
})

/** For those who manage the people of a merchant, of people whom they see. */
export const signInEventsOfUserEndpoint = defineEndpoint<typeof schemas.signInEventsOfUserSchemas>()({
  name: 'list-sign-in-events-of-user',
  method: 'GET',
  path: '/v1/user/:id/signinevent',
  area: 'user',
  summary: 'List the events of the account of a user, newest first',
  access: anyUserRoles.update,
})
