import { defineEndpoint } from '../../endpoint.ts'
import { anyOf, either, superUser } from '../../roles.ts'
import { anyUserRoles, providerUserRoles, userRoles } from '../users/user.rules.ts'
import type * as schemas from './sign-on.schemas.ts'

// The issuer decides who somebody is. A person who may name it could sign in as anybody, so it takes the right to everything.
const ofMerchant = anyOf('PSP_ALL')

export const signOnEndpoint = defineEndpoint<typeof schemas.signOnSchemas>()({
  name: 'get-sign-on',
  method: 'GET',
  path: '/v1/psp/merchant/:id/sign-on',
  area: 'merchant',
  summary: "Get the single sign-on of a merchant's users",
  access: either(ofMerchant, anyOf('PSP_MERCHANT_ALL', 'PSP_MERCHANT_LIST', 'PSP_MERCHANT_UPDATE')),
})

export const setSignOnEndpoint = defineEndpoint<typeof schemas.setSignOnSchemas>()({
  name: 'set-sign-on',
  method: 'POST',
  path: '/v1/psp/merchant/:id/sign-on',
  area: 'merchant',
  summary: "Set the single sign-on of a merchant's users",
  access: ofMerchant,
  personOnly: true,
  refusals: ['last_holder'],
  changes: ['merchant'],
})

export const providerSignOnEndpoint = defineEndpoint<typeof schemas.signOnSchemas>()({
  name: 'get-provider-sign-on',
  method: 'GET',
  path: '/v1/psp/sign-on',
  area: 'sign_on',
  summary: 'Get the single sign-on of the provider’s staff',
  access: superUser,
})

export const historyOfProviderSignOnEndpoint = defineEndpoint<typeof schemas.historyOfSignOnSchemas>()({
  name: 'history-of-provider-sign-on',
  method: 'GET',
  path: '/v1/psp/sign-on/history',
  area: 'sign_on',
  summary: 'List the changes of the single sign-on of the provider’s staff, newest first',
  description: 'At most 500. Of the client secret it says that it changed; its value is not shown.',
  access: superUser,
})

export const setProviderSignOnEndpoint = defineEndpoint<typeof schemas.setSignOnSchemas>()({
  name: 'set-provider-sign-on',
  method: 'POST',
  path: '/v1/psp/sign-on',
  area: 'sign_on',
  summary: 'Set the single sign-on of the provider’s staff',
  access: superUser,
  personOnly: true,
  refusals: ['last_holder'],
  changes: ['sign_on'],
})

export const trySignOnEndpoint = defineEndpoint<typeof schemas.trySignOnSchemas>()({
  name: 'try-sign-on',
  method: 'POST',
  path: '/v1/psp/sign-on/try',
  area: 'sign_on',
  summary: 'Ask an issuer for its discovery document, and say what is wrong with it',
  access: either(ofMerchant, superUser),
  personOnly: true,
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
  refusals: ['too_many_attempts'],
})

/** It takes the form of the standard (OpenID Connect Back-Channel Logout 1.0). */
export const receiveIssuerLogoutEndpoint = defineEndpoint<object>()({
  name: 'receive-issuer-logout',
  method: 'POST',
  path: '/v1/sign-on/:house/logout',
  area: 'sign_on',
  summary: 'Receive the word of an issuer that somebody signed out there',
  access: 'signature',
  takes: { kind: 'text', bytes: 16_384 },
  gives: 'own',
  isHidden: true,
  refusals: ['too_many_attempts'],
})

const ofUser = { area: 'user', changes: ['user', 'psp_user'] } as const

export const listLinkedIdentitiesEndpoint = defineEndpoint<typeof schemas.listLinkedIdentitiesSchemas>()({
  name: 'list-linked-identities',
  method: 'GET',
  path: '/v1/user/:id/identity',
  area: 'user',
  summary: 'List the identities at issuers by which a user signs in',
  access: either(userRoles.list, providerUserRoles.list),
})

/** The user's sessions that were begun by it end. The next sign-in at the issuer links again, by the address. */
export const unlinkIdentityEndpoint = defineEndpoint<typeof schemas.unlinkIdentitySchemas>()({
  ...ofUser,
  name: 'unlink-identity',
  method: 'POST',
  path: '/v1/user/:id/identity/unlink',
  summary: 'Unlink an identity from a user, and end the sessions that were begun by it',
  access: anyUserRoles.update,
  personOnly: true,
  status: 204,
  refusals: ['own_account', 'holds_more'],
})
