import { defineEndpoint } from '../endpoint.ts'
import { either, providerEntityRoles } from '../roles.ts'
import { processor } from './processor.entity.ts'
import type * as schemas from './processor.schemas.ts'
import { processorSettlement } from './processor-settlement.entity.ts'

/**
 * The provider alone connects processors and puts credentials to use; a merchant prepares the values of a credential (001,
 * sections 2.10 and 6).
 */
const staff = providerEntityRoles('PSP_PROCESSOR')

/** Whoever may create or change one may fill in the form. */
const filling = either(staff.create, staff.update)

export const createProcessorEndpoint = defineEndpoint<typeof schemas.createProcessorSchemas>()({
  name: 'create-processor',
  method: 'POST',
  path: '/v1/processor',
  area: 'processor',
  summary: 'Connect a payment product of a gateway',
  description: 'Its credential is tried at once. A credential that does not work is kept all the same.',
  access: staff.create,
  status: 201,
  changes: ['processor'],
})

/** Keeps nothing: the address says by itself that we gave it, and belongs to the processor that is created with it. */
export const reserveNotificationAddressEndpoint = defineEndpoint<typeof schemas.reserveNotificationAddressSchemas>()({
  name: 'reserve-notification-address',
  method: 'POST',
  path: '/v1/processor/address',
  area: 'processor',
  summary: 'Get the address for the notifications of a processor before it is created',
  description:
    'A gateway that signs its notifications makes the secret when the address is entered there. The processor is then created with both.',
  access: staff.create,
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

export const updateProcessorEndpoint = defineEndpoint<typeof schemas.updateProcessorSchemas>()({
  name: 'update-processor',
  method: 'POST',
  path: '/v1/processor/:id',
  area: 'processor',
  summary: 'Change the name, organisation, description or user of a processor',
  description: 'A processor that is lent, or offered, to another organisation does not move.',
  access: staff.update,
  refusals: ['processor_shared'],
  changes: ['processor'],
})

export const activateProcessorEndpoint = defineEndpoint<typeof schemas.activateProcessorSchemas>()({
  name: 'activate-processor',
  method: 'POST',
  path: '/v1/processor/:id/activate',
  area: 'processor',
  summary: 'Let payment profiles take payments with a processor again',
  access: staff.update,
  refusals: ['credential_incomplete'],
  changes: ['processor'],
})

/** Captures, refunds and answers of its payments go on. */
export const deactivateProcessorEndpoint = defineEndpoint<typeof schemas.deactivateProcessorSchemas>()({
  name: 'deactivate-processor',
  method: 'POST',
  path: '/v1/processor/:id/deactivate',
  area: 'processor',
  summary: 'Take no new payments with a processor',
  access: staff.update,
  changes: ['processor'],
})

/**
 * It replaces the second credential. No order uses it until it is switched to. It proves notifications when staff prepared it
 * and the gateway says that it opens the same account.
 */
export const prepareProcessorCredentialEndpoint = defineEndpoint<typeof schemas.prepareProcessorCredentialSchemas>()({
  name: 'prepare-processor-credential',
  method: 'POST',
  path: '/v1/processor/:id/credential',
  area: 'processor',
  summary: 'Prepare a new credential beside the one in use',
  access: processor.roles.update,
  personOnly: true,
  refusals: ['credential_changed', 'second_credential_vouched'],
  changes: ['processor'],
})

/**
 * The two change places, so that a further call goes back. Notifications signed with either are taken. Whoever puts a
 * credential to use vouches for it, so a merchant's user does not. One that the merchant prepared for a processor without an
 * account brings what the merchant is checked by to the payment profiles with the processor.
 */
export const switchProcessorCredentialEndpoint = defineEndpoint<typeof schemas.switchProcessorCredentialSchemas>()({
  name: 'switch-processor-credential',
  method: 'POST',
  path: '/v1/processor/:id/credential/switch',
  area: 'processor',
  summary: 'Use the second credential, and keep the present one beside it',
  access: staff.update,
  personOnly: true,
  refusals: [
    'credential_changed',
    'credential_in_use_not_tested',
    'credential_not_tested',
    'credential_of_another_account',
    'credential_test_failed',
    'no_second_credential',
    'orders_under_way',
    'too_many_checks',
  ],
  changes: ['processor', 'payment_profile'],
})

export const dropProcessorCredentialEndpoint = defineEndpoint<typeof schemas.dropProcessorCredentialSchemas>()({
  name: 'drop-processor-credential',
  method: 'DELETE',
  path: '/v1/processor/:id/credential',
  area: 'processor',
  summary: 'Remove the second credential',
  access: staff.update,
  personOnly: true,
  status: 204,
  refusals: ['credential_changed', 'no_second_credential'],
  changes: ['processor'],
})

/** Moves nothing and keeps nothing. */
export const testProcessorCredentialEndpoint = defineEndpoint<typeof schemas.testProcessorCredentialSchemas>()({
  name: 'test-processor-credential',
  method: 'POST',
  path: '/v1/processor/test',
  area: 'processor',
  summary: 'Ask a gateway whose account a credential opens, before it is saved',
  access: either(filling, processor.roles.update),
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

/** Moves nothing. The outcome is kept. */
export const testProcessorEndpoint = defineEndpoint<typeof schemas.testProcessorSchemas>()({
  name: 'test-processor',
  method: 'POST',
  path: '/v1/processor/:id/test',
  area: 'processor',
  summary: 'Ask the gateway whose account a credential of a processor opens',
  access: processor.roles.update,
  withoutTransaction: true,
  changes: ['processor'],
})

export const processorSetupEndpoint = defineEndpoint<typeof schemas.processorSetupSchemas>()({
  name: 'get-processor-setup',
  method: 'GET',
  path: '/v1/processor/:id/setup',
  area: 'processor',
  summary: 'Get how a processor is connected: credentials without values, webhook address, payment profiles',
  access: processor.roles.list,
})

export const processorUsersEndpoint = defineEndpoint<typeof schemas.processorUsersSchemas>()({
  name: 'list-processor-users',
  method: 'GET',
  path: '/v1/processor/user',
  area: 'processor',
  summary: 'List the users who can look after a processor of an organisation',
  access: either(filling, either(processorSettlement.roles.create, processorSettlement.roles.update)),
})
