import { defineEndpoint } from '../endpoint.ts'

const shared = {
  method: 'POST',
  area: 'processor',
  access: 'signature',
  takes: { kind: 'text', bytes: 1_048_576 },
  /** By its gateway's manifest. */
  gives: 'own',
  isHidden: true,
} as const

/** A processor reports the outcome of payments here. The token is a secret of this processor's address. */
export const processorNotificationEndpoint = defineEndpoint<object>()({
  ...shared,
  name: 'receive-processor-notification',
  path: '/v1/processornotification/:processor/:token',
  summary: 'Receive a notification of a processor',
})

/** The address of all processors of a merchant: for the sandbox, and for gateways that were given it earlier. */
export const merchantNotificationEndpoint = defineEndpoint<object>()({
  ...shared,
  name: 'receive-merchant-notification',
  path: '/v1/processornotification/:merchant',
  summary: 'Receive a notification of a processor of a merchant',
})
