import { defineEndpoint } from '../endpoint.ts'
import { share } from './share.entity.ts'
import type * as schemas from './share.schemas.ts'

export const createShareEndpoint = defineEndpoint<typeof schemas.createShareSchemas>()({
  name: 'create-share',
  method: 'POST',
  path: '/v1/share',
  area: 'share',
  summary: 'Offer a processor to another organisation of the merchant',
  description: 'It is used once the other side accepts. Nobody there reads its credential.',
  access: share.roles.create,
  status: 201,
  refusals: ['share_exists', 'share_not_needed'],
  changes: ['share'],
})

/** One act for whoever asks. Each processor is a request of its own, and all of them are sent or none. */
export const createSharesEndpoint = defineEndpoint<typeof schemas.createSharesSchemas>()({
  name: 'create-shares',
  method: 'POST',
  path: '/v1/share/several',
  area: 'share',
  summary: 'Offer several processors to another organisation of the merchant',
  description: 'Each of them is a request of its own, which the other side accepts or declines by itself.',
  access: share.roles.create,
  status: 201,
  refusals: ['share_exists', 'share_not_needed'],
  changes: ['share'],
})

/** The people of the other organisation answer. From then on its payment profiles can use the processor. */
export const acceptShareEndpoint = defineEndpoint<typeof schemas.acceptShareSchemas>()({
  name: 'accept-share',
  method: 'POST',
  path: '/v1/share/:id/accept',
  area: 'share',
  summary: 'Accept a processor that another organisation shares',
  access: share.roles.update,
  refusals: ['share_not_pending'],
  changes: ['share', 'processor'],
})

export const declineShareEndpoint = defineEndpoint<typeof schemas.declineShareSchemas>()({
  name: 'decline-share',
  method: 'POST',
  path: '/v1/share/:id/decline',
  area: 'share',
  summary: 'Decline a processor that another organisation shares',
  access: share.roles.update,
  refusals: ['share_not_pending'],
  changes: ['share'],
})

export const withdrawShareEndpoint = defineEndpoint<typeof schemas.withdrawShareSchemas>()({
  name: 'withdraw-share',
  method: 'POST',
  path: '/v1/share/:id/withdraw',
  area: 'share',
  summary: 'Withdraw a share request that has no answer yet',
  access: share.roles.update,
  refusals: ['share_not_pending'],
  changes: ['share'],
})

/** The payment profiles that use the processor by the share lose it at once. Payments under way go on. */
export const revokeShareEndpoint = defineEndpoint<typeof schemas.revokeShareSchemas>()({
  name: 'revoke-share',
  method: 'POST',
  path: '/v1/share/:id/revoke',
  area: 'share',
  summary: 'Take a shared processor back',
  access: share.roles.update,
  refusals: ['share_not_accepted', 'share_shops_changed'],
  changes: ['share', 'processor', 'payment_profile'],
})

export const deleteShareEndpoint = defineEndpoint<typeof schemas.deleteShareSchemas>()({
  name: 'delete-share',
  method: 'DELETE',
  path: '/v1/share/:id',
  area: 'share',
  summary: 'Remove a share that is over from the list',
  access: share.roles.delete,
  status: 204,
  refusals: ['share_under_way'],
  changes: ['share'],
})

export const shareShopsEndpoint = defineEndpoint<typeof schemas.shareShopsSchemas>()({
  name: 'list-share-shops',
  method: 'GET',
  path: '/v1/share/:id/shop',
  area: 'share',
  summary: 'List the payment profiles that use a processor by a share',
  description:
    'They are those that its `profiles` counts. The side that receives is told of those that the caller sees.',
  access: share.roles.update,
})
