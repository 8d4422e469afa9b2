import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { id, sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { useRow } from '../../platform/api/reading.ts'
import type { PaymentLinkRow } from './link-kind.ts'
import { useFollowedLink } from './use-followed-link.ts'

const { server, show } = stage()

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

function Panel() {
  const { data } = useRow<typeof paymentLink, PaymentLinkRow>(paymentLink, id)
  useFollowedLink(data)
  return <p>{data?.status}</p>
}
const answer = (status: string) => Response.json({ ...sampleOf(paymentLink), status })
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

it('a link that can still be paid is read again for a while, until it is done', async () => {
  server.mockImplementation(async () => answer('CREATED'))
  show(<Panel />)
  await screen.findByText('CREATED')
  server.mockImplementation(async () => answer('DONE'))
  await wait(3)
  expect(screen.getByText('DONE')).toBeTruthy()
  const calls = server.mock.calls.length
  await wait(60)
  expect(server).toHaveBeenCalledTimes(calls)
})
