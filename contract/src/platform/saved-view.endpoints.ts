import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './saved-view.schemas.ts'

const own = { area: 'saved_view', access: anyone, of: 'person', changes: ['saved_view'] } as const

export const createSavedViewEndpoint = defineEndpoint<typeof schemas.createSavedViewSchemas>()({
  ...own,
  name: 'create-saved-view',
  method: 'POST',
  path: '/v1/savedview',
  summary: 'Save a view of a list',
  status: 201,
  refusals: ['name_taken', 'limit_reached'],
})

export const updateSavedViewEndpoint = defineEndpoint<typeof schemas.updateSavedViewSchemas>()({
  ...own,
  name: 'update-saved-view',
  method: 'POST',
  path: '/v1/savedview/:id',
  summary: 'Change a saved view of one’s own',
  refusals: ['name_taken'],
})

export const deleteSavedViewEndpoint = defineEndpoint<typeof schemas.deleteSavedViewSchemas>()({
  ...own,
  name: 'delete-saved-view',
  method: 'DELETE',
  path: '/v1/savedview/:id',
  summary: 'Delete a saved view of one’s own',
  status: 204,
})

/** The caller's own views, and those that colleagues share. */
export const listSavedViewsEndpoint = defineEndpoint<typeof schemas.listSavedViewsSchemas>()({
  name: 'list-saved-views',
  method: 'GET',
  path: '/v1/savedview',
  area: 'saved_view',
  summary: 'List the saved views of a list: one’s own, and those that colleagues share',
  access: anyone,
  of: 'person',
})
