import { defineEndpoint } from '../endpoint.ts'
import { tag } from './tag.entity.ts'
import type * as schemas from './tag.schemas.ts'

export const createTagEndpoint = defineEndpoint<typeof schemas.createTagSchemas>()({
  name: 'create-tag',
  method: 'POST',
  path: '/v1/tag',
  area: 'tag',
  summary: 'Create a tag',
  access: tag.roles.create,
  status: 201,
  refusals: ['tag_text_taken'],
  changes: ['tag'],
})

/** Payments that carry the tag look different from then on. */
export const updateTagEndpoint = defineEndpoint<typeof schemas.updateTagSchemas>()({
  name: 'update-tag',
  method: 'POST',
  path: '/v1/tag/:id',
  area: 'tag',
  summary: 'Change the text, the colour and the description of a tag',
  access: tag.roles.update,
  refusals: ['tag_text_taken'],
  changes: ['tag', 'transaction'],
})

/** A merge cannot be undone, so it requires the right to delete. The answer is the tag that stays. */
export const mergeTagEndpoint = defineEndpoint<typeof schemas.mergeTagSchemas>()({
  name: 'merge-tag',
  method: 'POST',
  path: '/v1/tag/:id/merge',
  area: 'tag',
  summary: 'Merge a tag into another',
  description: 'Payments that carry it carry the other one instead. The merged tag is gone.',
  access: tag.roles.delete,
  refusals: ['tag_into_itself'],
  changes: ['tag', 'transaction', 'validation_ruleset'],
})

export const deleteTagEndpoint = defineEndpoint<typeof schemas.deleteTagSchemas>()({
  name: 'delete-tag',
  method: 'DELETE',
  path: '/v1/tag/:id',
  area: 'tag',
  summary: 'Delete a tag that no ruleset puts on, and take it off every payment that carries it',
  access: tag.roles.delete,
  status: 204,
  refusals: ['tag_in_use'],
  changes: ['tag', 'transaction'],
})

export const tagUsesEndpoint = defineEndpoint<typeof schemas.tagUsesSchemas>()({
  name: 'tag-uses',
  method: 'GET',
  path: '/v1/tag/:id/uses',
  area: 'tag',
  summary: 'Count the payments that carry a tag, and the rulesets that put it on',
  access: tag.roles.list,
})
