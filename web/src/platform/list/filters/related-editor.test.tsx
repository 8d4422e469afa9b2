import { processor } from '@kontor/contract/processors/processor.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import { RelatedEditor } from './related-editor.tsx'

const { server, show } = stage()

it('tells two accounts of one gateway apart that have the same name', async () => {
  const [one, other] = ['1', '2'].map((end) => ({
    ...{ id: `01900000-0000-7000-8000-00000000000${end}`, name: 'Cards', gateway: 'stripe', account: `acct_${end}` },
  }))
  server.mockImplementation(async (address) =>
    Response.json(address.includes('/gateway') ? [{ name: 'stripe', label: 'Stripe', products: [] }] : [one, other]),
  )
  show(<RelatedEditor target={processor} isSingle={false} values={[]} onApply={() => {}} />)
  expect(await screen.findByText('Stripe · acct_1', undefined, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText('Stripe · acct_2')).toBeTruthy()
})
