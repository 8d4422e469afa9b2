import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone, either } from '../roles.ts'
import { apiKey } from './api-keys.entity.ts'
import { createApiKeyRoles } from './api-keys.rules.ts'
import type * as schemas from './api-keys.schemas.ts'

// One address for a merchant's own users and for the provider's staff (docs/adr/0085).
const own = anyOf('USER_ALL')

/** Its roles are among those that its maker holds. */
export const createApiKeyEndpoint = defineEndpoint<typeof schemas.createApiKeySchemas>()({
  name: 'create-api-key',
  method: 'POST',
  path: '/v1/apikey',
  area: 'api_key',
  summary: 'Create an API key; its secret is shown once',
  access: createApiKeyRoles,
  personOnly: true,
  isSecret: true,
  status: 201,
  changes: ['api_key'],
})

/** A program has the new name, roles and networks from its next request on. */
export const updateApiKeyEndpoint = defineEndpoint<typeof schemas.updateApiKeySchemas>()({
  name: 'update-api-key',
  method: 'POST',
  path: '/v1/apikey/:id',
  area: 'api_key',
  summary: 'Change the name, the roles or the networks of an API key',
  access: either(own, apiKey.roles.update),
  personOnly: true,
  refusals: ['api_key_ended'],
  changes: ['api_key'],
})

/** Creates a key with the same roles and networks. The old key works for a while, so that programs can change over. */
export const rotateApiKeyEndpoint = defineEndpoint<typeof schemas.rotateApiKeySchemas>()({
  name: 'rotate-api-key',
  method: 'POST',
  path: '/v1/apikey/:id/rotate',
  area: 'api_key',
  summary: 'Replace an API key by a new one',
  access: either(own, apiKey.roles.update),
  personOnly: true,
  isSecret: true,
  status: 201,
  refusals: ['api_key_ended'],
  changes: ['api_key'],
})

export const revokeApiKeyEndpoint = defineEndpoint<typeof schemas.revokeApiKeySchemas>()({
  name: 'revoke-api-key',
  method: 'POST',
  path: '/v1/apikey/:id/revoke',
  area: 'api_key',
  summary: 'Revoke an API key at once',
  access: either(own, apiKey.roles.delete),
  personOnly: true,
  changes: ['api_key'],
})

export const listApiKeysEndpoint = defineEndpoint<typeof schemas.listApiKeysSchemas>()({
  name: 'list-api-keys',
  method: 'GET',
  path: '/v1/apikey',
  area: 'api_key',
  summary: 'List API keys of a merchant',
  access: anyone,
})

export const apiSettingsEndpoint = defineEndpoint<typeof schemas.apiSettingsSchemas>()({
  name: 'get-api-settings',
  method: 'GET',
  path: '/v1/apisetting',
  area: 'api_key',
  summary: 'Get the addresses of the API',
  access: anyone,
})
