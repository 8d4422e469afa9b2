import { defineEndpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'
import type * as schemas from './home.schemas.ts'

export const attentionEndpoint = defineEndpoint<typeof schemas.attentionSchemas>()({
  name: 'get-attention',
  method: 'GET',
  path: '/v1/attention',
  area: 'attention',
  summary: 'Count what waits for a person',
  description:
    'Counts only rows of lists that the caller may open, at most 100 of each. Every item has the filters of the list that shows its rows.',
  access: anyone,
})

export const firstStepsEndpoint = defineEndpoint<typeof schemas.firstStepsSchemas>()({
  name: 'get-first-steps',
  method: 'GET',
  path: '/v1/attention/first-steps',
  area: 'attention',
  summary: 'Get the first steps that the caller may do, and which are done',
  access: anyone,
})
