import { defineEndpoint } from '../endpoint.ts'
import { cardAddLink } from './card-add-link.entity.ts'
import type * as schemas from './link.schemas.ts'
import { paymentLink } from './payment-link.entity.ts'

const creating = ['merchant_inactive', 'customer_erased'] as const

export const createPaymentLinkEndpoint = defineEndpoint<typeof schemas.createPaymentLinkSchemas>()({
  name: 'create-payment-link',
  method: 'POST',
  path: '/v1/paymentlink',
  area: 'payment_link',
  summary: 'Make a payment link',
  access: paymentLink.roles.create,
  status: 201,
  refusals: [...creating, 'amount_too_large', 'no_processor_for_product'],
  changes: ['payment_link'],
})

export const createCardAddLinkEndpoint = defineEndpoint<typeof schemas.createCardAddLinkSchemas>()({
  name: 'create-card-add-link',
  method: 'POST',
  path: '/v1/cardaddlink',
  area: 'card_add_link',
  summary: 'Make a link to store a card',
  access: cardAddLink.roles.create,
  status: 201,
  refusals: [...creating, 'no_processor_for_product', 'card_check_not_possible'],
  changes: ['card_add_link'],
})

const onPaymentLink = {
  method: 'POST',
  area: 'payment_link',
  access: paymentLink.roles.update,
  changes: ['payment_link'],
} as const

const onCardAddLink = {
  method: 'POST',
  area: 'card_add_link',
  access: cardAddLink.roles.update,
  changes: ['card_add_link'],
} as const

export const mailPaymentLinkEndpoint = defineEndpoint<typeof schemas.mailPaymentLinkSchemas>()({
  ...onPaymentLink,
  name: 'mail-payment-link',
  path: '/v1/paymentlink/:id/mail',
  summary: 'Mail a payment link once more',
  refusals: ['link_not_active', 'link_mails_used_up', 'too_many_attempts'],
})

export const expirePaymentLinkEndpoint = defineEndpoint<typeof schemas.expirePaymentLinkSchemas>()({
  ...onPaymentLink,
  name: 'expire-payment-link',
  path: '/v1/paymentlink/:id/expire',
  summary: 'Expire a payment link now',
  refusals: ['link_not_active', 'payment_in_progress'],
})

export const mailCardAddLinkEndpoint = defineEndpoint<typeof schemas.mailCardAddLinkSchemas>()({
  ...onCardAddLink,
  name: 'mail-card-add-link',
  path: '/v1/cardaddlink/:id/mail',
  summary: 'Mail a card-add link once more',
  refusals: ['link_not_active', 'link_mails_used_up', 'too_many_attempts'],
})

export const expireCardAddLinkEndpoint = defineEndpoint<typeof schemas.expireCardAddLinkSchemas>()({
  ...onCardAddLink,
  name: 'expire-card-add-link',
  path: '/v1/cardaddlink/:id/expire',
  summary: 'Expire a card-add link now',
  refusals: ['link_not_active', 'payment_in_progress'],
})

export const cancelCardAddLinkEndpoint = defineEndpoint<typeof schemas.cancelCardAddLinkSchemas>()({
  ...onCardAddLink,
  name: 'cancel-card-add-link',
  path: '/v1/cardaddlink/:id/cancel',
  summary: 'Cancel a card-add link',
  refusals: ['link_not_active', 'payment_in_progress'],
})

export const paymentLinkAddressEndpoint = defineEndpoint<typeof schemas.linkAddressSchemas>()({
  name: 'get-payment-link-address',
  method: 'GET',
  path: '/v1/paymentlink/:id/address',
  area: 'payment_link',
  summary: 'Get the address of the page of a payment link',
  access: paymentLink.roles.list,
})

export const paymentLinkActivityEndpoint = defineEndpoint<typeof schemas.linkActivitySchemas>()({
  name: 'list-payment-link-activity',
  method: 'GET',
  path: '/v1/paymentlink/:id/activity',
  area: 'payment_link',
  summary: 'List what happened to a payment link',
  access: paymentLink.roles.list,
})

export const cardAddLinkAddressEndpoint = defineEndpoint<typeof schemas.linkAddressSchemas>()({
  name: 'get-card-add-link-address',
  method: 'GET',
  path: '/v1/cardaddlink/:id/address',
  area: 'card_add_link',
  summary: 'Get the address of the page of a card-add link',
  access: cardAddLink.roles.list,
})

export const cardAddLinkActivityEndpoint = defineEndpoint<typeof schemas.linkActivitySchemas>()({
  name: 'list-card-add-link-activity',
  method: 'GET',
  path: '/v1/cardaddlink/:id/activity',
  area: 'card_add_link',
  summary: 'List what happened to a card-add link',
  access: cardAddLink.roles.list,
})
