import { type Endpoint, isOfView, type Schemas } from '@kontor/contract/endpoint'
import { parametersOfView } from '@kontor/contract/lists/list-query'
import { z } from 'zod'

const ofView = z.strictObject(parametersOfView)
const none = z.strictObject({})

/**
 * The parameters that an endpoint takes. One that names none takes those of the view, if its answer depends on the view.
 * Processors and issuers may add parameters of their own to an address that they were given.
 */
export function querySchemaOf(endpoint: Endpoint, { query }: Schemas): z.ZodType | undefined {
  if (query || endpoint.access === 'signature') return query
  return isOfView(endpoint) ? ofView : none
}
