import { customer } from '@kontor/contract/customers/customer.entity'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import type { CustomerRow } from '../payments/rows.ts'
import { readChanged } from '../platform/api/read-again.ts'
import { CustomerOverview } from './customer-overview.tsx'

const { server, show } = stage()

it('a number that was shown is hidden again once the customer is changed', async () => {
  server.mockImplementation(async (address) =>
    Response.json(
      address.includes('/reveal')
        ? { date_of_birth: null, social_security_number: '123456782' }
        : { totals: [], cards: [] },
    ),
  )
  // The sample has the fields of the entity; the overview reads no relation.
  const row = { ...sampleOf(customer), date_of_birth: null, social_security_number: '•••••' } as unknown as CustomerRow
  show(
    <>
      <Change />
      <CustomerOverview row={row} />
    </>,
    { roles: ['USER_ALL'] },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Show sensitive data' }))
  expect(await screen.findByText('123456782')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(screen.queryByText('123456782')).toBe(null))
  expect(screen.getByRole('button', { name: 'Show sensitive data' })).toBeTruthy()
})

function Change() {
  const queries = useQueryClient()
  return (
    <button type="button" onClick={() => void readChanged(queries, { changes: ['customer'] })}>
      Change
    </button>
  )
}
