import type { Share } from '@kontor/contract/shares/share.entity'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useShareBulk } from './share-bulk.tsx'

it('several requests are answered by the side that gets them, and while they wait for an answer', () => {
  const { result } = renderHook(() => useShareBulk())
  const takes = (side: Share['side'], status: Share['status']) =>
    result.current.map((action) => [action.name, action.takes?.({ id: '1', side, status })])
  const answered = (isTaken: boolean) => [
    ['accept', isTaken],
    ['decline', isTaken],
  ]
  expect(takes('received', 'PENDING')).toEqual(answered(true))
  expect(takes('within', 'PENDING')).toEqual(answered(true))
  expect(takes('sent', 'PENDING')).toEqual(answered(false))
  for (const status of ['ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN', 'REVOKED'] as const)
    expect(takes('received', status)).toEqual(answered(false))
})
