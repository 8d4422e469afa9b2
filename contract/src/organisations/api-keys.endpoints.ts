import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone } from '../roles.ts'
import type * as schemas from './api-keys.schemas.ts'

const managing = { access: anyOf('USER_ALL', 'PSP_ALL'), personOnly: true, isSecret: true } as const

export const createApiKeyEndpoint = defineEndpoint<typeof schemas.createApiKeySchemas>()({
  name: 'create-api-key',
  method: 'POST',
  path: '/v1/apikey',
  area: 'api_key',
  summary: 'Create an API key; its secret is shown once',
  ...managing,
  status: 201,
  changes: ['api_key'],
})

/** Creates a key with the same properties. The old key works for a while, so that programs can change over. */
export const rotateApiKeyEndpoint = defineEndpoint<typeof schemas.rotateApiKeySchemas>()({
  name: 'rotate-api-key',
  method: 'POST',
  path: '/v1/apikey/:id/rotate',
  area: 'api_key',
  summary: 'Replace an API key by a new one',
  ...managing,
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
  ...managing,
  changes: ['api_key'],
})

export const listApiKeysEndpoint = defineEndpoint<typeof schemas.listApiKeysSchemas>()({
  name: 'list-api-keys',
  method: 'GET',
  path: '/v1/apikey',
  area: 'api_key',
  summary: 'List API keys',
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
