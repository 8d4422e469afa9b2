import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { id } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { useProductsTaken } from './products-taken.ts'

const { server, show } = stage()

const Offered = ({ profile }: { profile: string }) => <output>{useProductsTaken(profile).join(' ')}</output>
const offered = async () => (await screen.findByRole('status')).textContent
const all = paymentProducts.join(' ')
const processor = (payment_product: string, of: { active?: boolean; gateway?: string } = {}) => ({
  ...{ id: `${payment_product} ${of.gateway}`, payment_product, active: true, gateway: 'everywhere', ...of },
})
const gateway = (name: string, currencies: string[] | null) => ({
  name,
  products: paymentProducts.map((payment_product) => ({ payment_product, currencies })),
})
const answers = (processors: unknown[], currency_code = 'EUR') =>
  server.mockImplementation(async (address) =>
    Response.json(
      address.startsWith(gatewaysEndpoint.path)
        ? [gateway('everywhere', null), gateway('in zloty', ['PLN'])]
        : { id, currency_code, processors },
    ),
  )

it('offers what the active processors of the chosen shop take', async () => {
  answers([processor('ideal'), processor('card'), processor('paypal', { active: false })])
  show(<Offered profile={id} />)
  await waitFor(async () => expect(await offered()).not.toBe(all))
  expect((await offered())?.split(' ').sort()).toEqual(['card', 'ideal'])
})

it.each([
  ['EUR', 'card'],
  ['PLN', 'blik card'],
])('offers a shop in %s nothing that its gateway takes in another currency alone', async (currency, expected) => {
  const inZloty = { gateway: 'in zloty' }
  answers([processor('card'), processor('card', inZloty), processor('blik', inZloty)], currency)
  show(<Offered profile={id} />)
  await waitFor(async () => expect(await offered()).not.toBe(all))
  expect((await offered())?.split(' ').sort().join(' ')).toBe(expected)
})

it('offers all of them before a shop is chosen, and where a processor of it is not seen', async () => {
  show(<Offered profile="" />)
  expect(await offered()).toBe(all)
  answers([processor('card'), id])
  show(<Offered profile={id} />)
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect((await screen.findAllByRole('status')).map((each) => each.textContent)).toEqual([all, all])
})
