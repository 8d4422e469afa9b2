import { defineEndpoint } from '../../endpoint.ts'
import { entityEndpoints } from '../../entity-endpoints.ts'
import { bundleRolesOfEither } from './role-bundle.rules.ts'
import type * as schemas from './role-bundle.schemas.ts'
import { roleBundle } from './role-bundle.ts'

const description = 'Of the merchant that the request is narrowed to; without one, of the provider’s own staff.'
const writing = { area: 'role_bundle', changes: ['role_bundle'], ofWholeMerchant: true, description } as const

export const listRoleBundlesEndpoint = defineEndpoint<typeof schemas.listRoleBundlesSchemas>()({
  name: 'list-role-bundles',
  method: 'GET',
  path: '/v1/rolebundle',
  area: 'role_bundle',
  summary: 'List the bundles of roles',
  description,
  access: bundleRolesOfEither('list'),
})

export const historyOfRoleBundleEndpoint = entityEndpoints(roleBundle).history

export const createRoleBundleEndpoint = defineEndpoint<typeof schemas.createRoleBundleSchemas>()({
  ...writing,
  name: 'create-role-bundle',
  method: 'POST',
  path: '/v1/rolebundle',
  summary: 'Create a bundle of roles, of which the caller lacks none',
  access: bundleRolesOfEither('create'),
  status: 201,
  refusals: ['bundle_name_taken', 'limit_reached'],
})

/** Users to whom the bundle was given before keep the roles that they got. */
export const updateRoleBundleEndpoint = defineEndpoint<typeof schemas.updateRoleBundleSchemas>()({
  ...writing,
  name: 'update-role-bundle',
  method: 'POST',
  path: '/v1/rolebundle/:id',
  summary: 'Change a bundle of roles',
  access: bundleRolesOfEither('update'),
  refusals: ['bundle_name_taken'],
})

export const deleteRoleBundleEndpoint = defineEndpoint<typeof schemas.deleteRoleBundleSchemas>()({
  ...writing,
  name: 'delete-role-bundle',
  method: 'DELETE',
  path: '/v1/rolebundle/:id',
  summary: 'Delete a bundle of roles',
  access: bundleRolesOfEither('delete'),
  status: 204,
})
