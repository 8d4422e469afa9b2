import { defineEndpoint } from '../endpoint.ts'
import { organisation } from './organisation.entity.ts'
import type * as schemas from './organisation.schemas.ts'

export const createOrganisationEndpoint = defineEndpoint<typeof schemas.createOrganisationSchemas>()({
  name: 'create-organisation',
  method: 'POST',
  path: '/v1/organisation',
  area: 'organisation',
  summary: 'Create an organisation below another one',
  access: organisation.roles.create,
  status: 201,
  changes: ['organisation'],
})

/** Another parent moves the organisation with all that lies below it, and with it what users see. */
export const updateOrganisationEndpoint = defineEndpoint<typeof schemas.updateOrganisationSchemas>()({
  name: 'update-organisation',
  method: 'POST',
  path: '/v1/organisation/:id',
  area: 'organisation',
  summary: 'Change an organisation, or move it below another one',
  description: 'A move takes everything below the organisation along. Users of the organisations above see it at once.',
  access: organisation.roles.update,
  changes: ['organisation'],
})

export const deleteOrganisationEndpoint = defineEndpoint<typeof schemas.deleteOrganisationSchemas>()({
  name: 'delete-organisation',
  method: 'DELETE',
  path: '/v1/organisation/:id',
  area: 'organisation',
  summary: 'Delete an organisation to which nothing belongs',
  description:
    'API keys that were revoked or have expired, and imports whose file is gone, do not keep it: they go to the organisation above.',
  access: organisation.roles.delete,
  status: 204,
  refusals: ['organisation_in_use', 'organisation_is_merchant'],
  changes: ['organisation', 'api_key', 'import'],
})

export const organisationTreeEndpoint = defineEndpoint<typeof schemas.organisationTreeSchemas>()({
  name: 'organisation-tree',
  method: 'GET',
  path: '/v1/organisation/tree',
  area: 'organisation',
  summary: 'Get the tree of organisations',
  access: organisation.roles.list,
})

export const organisationHoldersEndpoint = defineEndpoint<typeof schemas.organisationHoldersSchemas>()({
  name: 'organisation-holders',
  method: 'GET',
  path: '/v1/organisation/:id/holders',
  area: 'organisation',
  summary: 'Count what belongs to an organisation and keeps it from being deleted',
  access: organisation.roles.list,
})

export const organisationMoveEndpoint = defineEndpoint<typeof schemas.organisationMoveSchemas>()({
  name: 'organisation-move',
  method: 'GET',
  path: '/v1/organisation/:id/move',
  area: 'organisation',
  summary: 'Count what a move of an organisation would move, and whose view it would change',
  access: organisation.roles.update,
})
