import { refund } from '@kontor/contract/payments/refund.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { EntitiesContext } from '../platform/api/related.ts'
import { FilterTexts } from './filter-texts.tsx'

const { server, show } = stage()

it('the filters of a report are said as its list says them, with every value', async () => {
  const filters = 'amount>=10000&currency_code=EUR&status[]=PENDING&status[]=FAILED&status[]=PROCESSED'
  expect(await said(`${filters}&created_at>=2026-10-01&_search=tulip`)).toBe(
    'Status: Pending, Failed, Processed · Date: from Oct 1, 2026 · Refund: from €100.00 · Currency: EUR · search “tulip”',
  )
})

it('a report without filters is of everything', async () => {
  expect(await said('')).toBe('Everything')
})

async function said(filters: string) {
  server.mockImplementation(async () => Response.json([]))
  show(
    <EntitiesContext value={new Map([[refund.name, refund]])}>
      <p data-testid="filters">
        <FilterTexts type="refund" filters={filters} />
      </p>
    </EntitiesContext>,
  )
  return (await screen.findByTestId('filters')).textContent
}
