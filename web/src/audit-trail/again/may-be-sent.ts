import { auditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Entity } from '@kontor/contract/entity'
import type { CallRow } from '../rows.ts'

/** Routes that answer with a file, which is no answer to look at, and of which some are on record for good. */
const givesFile = /\/(export|download|file|rejected|template|ubl|camt053|details)$|\/(document|evidence)\/:\w+$/

/** Only what reads, and answers with text, is sent once more. A masked address is another one. */
export const mayBeSent = (
  entity: Entity,
  { type, route, url, gap }: Pick<CallRow, 'type' | 'route' | 'url' | 'gap'>,
): boolean =>
  entity.name === auditTrailItem.name &&
  type === 'request' &&
  gap === null &&
  route.startsWith('GET /v1/') &&
  url.startsWith('/v1/') &&
  !url.includes('•') &&
  !givesFile.test(route)
