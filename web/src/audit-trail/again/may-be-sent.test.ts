import { auditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { endpoints } from '@kontor/contract/endpoints'
import { expect, it } from 'vitest'
import { mayBeSent } from './may-be-sent.ts'

it('a call is sent once more where it only reads, and never where it gives a file', () => {
  const sent = endpoints.filter(({ method, path }) =>
    mayBeSent(auditTrailItem, { type: 'request', gap: null, route: `${method} ${path}`, url: path }),
  )
  expect(sent.filter(({ method, gives }) => method !== 'GET' || gives === 'file')).toEqual([])
  expect(sent.map(({ path }) => path)).toContain('/v1/refund')
})
