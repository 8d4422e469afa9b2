import type { ReplyOf } from '@kontor/contract/endpoint'
import type { schemeVersionsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'

/** A version of a scheme with its lines. */
export type SchemeVersion = ReplyOf<(typeof schemeVersionsEndpoint)['REVENUE']>['versions'][number]
