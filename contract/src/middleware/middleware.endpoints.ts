import { defineEndpoint } from '../endpoint.ts'
import { middleware } from './middleware.entity.ts'
import type * as schemas from './middleware.schemas.ts'

export const createMiddlewareEndpoint = defineEndpoint<typeof schemas.createMiddlewareSchemas>()({
  name: 'create-middleware',
  method: 'POST',
  path: '/v1/middleware',
  area: 'middleware',
  summary: 'Create a middleware; its secret is shown once',
  description: 'It is active at once, and asked about payments of the payment profiles that choose it.',
  access: middleware.roles.create,
  personOnly: true,
  isSecret: true,
  status: 201,
  changes: ['middleware'],
})

export const updateMiddlewareEndpoint = defineEndpoint<typeof schemas.updateMiddlewareSchemas>()({
  name: 'update-middleware',
  method: 'POST',
  path: '/v1/middleware/:id',
  area: 'middleware',
  summary: 'Change a middleware, or move it to another organisation',
  access: middleware.roles.update,
  changes: ['middleware'],
})

export const activateMiddlewareEndpoint = defineEndpoint<typeof schemas.activateMiddlewareSchemas>()({
  name: 'activate-middleware',
  method: 'POST',
  path: '/v1/middleware/:id/activate',
  area: 'middleware',
  summary: 'Ask a middleware about payments again',
  access: middleware.roles.update,
  changes: ['middleware'],
})

export const deactivateMiddlewareEndpoint = defineEndpoint<typeof schemas.deactivateMiddlewareSchemas>()({
  name: 'deactivate-middleware',
  method: 'POST',
  path: '/v1/middleware/:id/deactivate',
  area: 'middleware',
  summary: 'Ask a middleware about no payment any more',
  access: middleware.roles.update,
  changes: ['middleware'],
})

/** The previous secret signs as well for a day, so that the service can change over. */
export const rotateMiddlewareSecretEndpoint = defineEndpoint<typeof schemas.rotateMiddlewareSecretSchemas>()({
  name: 'rotate-middleware-secret',
  method: 'POST',
  path: '/v1/middleware/:id/secret',
  area: 'middleware',
  summary: 'Replace the secret that signs the calls to a middleware',
  access: middleware.roles.update,
  personOnly: true,
  isSecret: true,
  changes: ['middleware'],
})

export const deleteMiddlewareEndpoint = defineEndpoint<typeof schemas.deleteMiddlewareSchemas>()({
  name: 'delete-middleware',
  method: 'DELETE',
  path: '/v1/middleware/:id',
  area: 'middleware',
  summary: 'Delete a middleware that no payment profile uses',
  access: middleware.roles.delete,
  status: 204,
  refusals: ['middleware_in_use'],
  changes: ['middleware'],
})

/** Nothing is kept. */
export const tryMiddlewareEndpoint = defineEndpoint<typeof schemas.tryMiddlewareSchemas>()({
  name: 'try-middleware',
  method: 'POST',
  path: '/v1/middleware/:id/try',
  area: 'middleware',
  summary: 'Ask a middleware about an example, and say what it answers',
  access: middleware.roles.update,
  withoutTransaction: true,
  refusals: ['too_many_attempts'],
})

export const middlewareSetupEndpoint = defineEndpoint<typeof schemas.middlewareSetupSchemas>()({
  name: 'get-middleware-setup',
  method: 'GET',
  path: '/v1/middleware/:id/setup',
  area: 'middleware',
  summary: 'Get how a middleware has answered of late, and the payment profiles that use it',
  access: middleware.roles.list,
})
