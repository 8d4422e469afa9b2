import { defineEndpoint } from '../endpoint.ts'

/** Processors report the outcome of payments here. Each merchant has its own address. */
export const processorNotificationEndpoint = defineEndpoint<object>()({
  name: 'receive-processor-notification',
  method: 'POST',
  path: '/v1/processornotification/:merchant',
  area: 'processor',
  summary: 'Receive a notification of a processor',
  access: 'signature',
  takes: { kind: 'text', bytes: 65_536 },
  status: 204,
  isHidden: true,
})
