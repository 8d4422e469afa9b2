import { defineEndpoint } from '../endpoint.ts'
import { anyOf, anyone } from '../roles.ts'
import type * as schemas from './clock.schemas.ts'

/** Moves a demo's clock forward, a day at a time: links expire, schedules run, subscriptions bill, settlements arrive. */
export const forwardClockEndpoint = defineEndpoint<typeof schemas.forwardClockSchemas>()({
  name: 'forward-clock',
  method: 'POST',
  path: '/v1/psp/clock',
  area: 'engine_time',
  summary: 'Move the clock of a demo forward',
  access: anyOf('PSP_SUPER'),
  refusals: ['not_a_demo', 'not_in_the_future', 'too_far'],
  changes: ['engine_time'],
})

export const clockEndpoint = defineEndpoint<typeof schemas.clockSchemas>()({
  name: 'get-clock',
  method: 'GET',
  path: '/v1/clock',
  area: 'engine_time',
  summary: 'Get the time of the engine',
  access: anyone,
  isUnrecorded: true,
})
