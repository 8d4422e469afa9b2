import { defineEndpoint } from '../../endpoint.ts'
import { entityRoles, providerEntityRoles } from '../../roles.ts'
import type * as schemas from './access-preview.schemas.ts'

const description =
  'Computed by the rules of real requests. A list that the caller may not open is named and not counted; one that takes too long to count is named as slow.'

/** Each count is made with the access of somebody else, so it has a transaction of its own. Only people may ask. */
const counting = { method: 'POST', withoutTransaction: true, keepsNoAnswer: 'reads', personOnly: true } as const

export const previewAccessEndpoint = defineEndpoint<typeof schemas.previewAccessSchemas>()({
  ...counting,
  name: 'preview-access',
  path: '/v1/user/preview-access',
  area: 'user',
  summary: "Get what a merchant's user may do and see, with other roles or as it is",
  description,
  access: entityRoles('PLATFORMUSER').list,
})

export const previewProviderAccessEndpoint = defineEndpoint<typeof schemas.previewProviderAccessSchemas>()({
  ...counting,
  name: 'preview-provider-access',
  path: '/v1/psp/user/preview-access',
  area: 'psp_user',
  summary: "Get what one of the provider's staff may do and see, with other roles or as it is",
  description,
  access: providerEntityRoles('PSP_USER').list,
})
