import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ShareShops } from './share-shops.tsx'

const { show } = stage()
const ends = (route: string) =>
  `Without it, the route “${route}” ends here; payments then go by the order of the processors that are left.`

it('whoever takes a processor back reads which shops lose it, and which routes end there', async () => {
  const shops = [
    { id: '1', name: 'Market', organisation: 'South', is_only: true, routings: [] },
    { id: '2', name: 'Web shop', organisation: 'South', is_only: false, routings: ['By amount', 'By country'] },
  ]
  show(<ShareShops shops={shops} product="card" />)
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Market (South): has no other processor for Card',
    `Web shop (South)${['By amount', 'By country'].map(ends).join('')}`,
  ])
})
