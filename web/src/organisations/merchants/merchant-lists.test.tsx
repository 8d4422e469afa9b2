import { user } from '@kontor/contract/identity/users/user.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { MerchantShops } from './merchant-shops.tsx'
import { MerchantUsers } from './merchant-users.tsx'

const { server, show } = stage()

it.each([
  ['shops', MerchantShops, paymentProfile, 200, true],
  ['shops', MerchantShops, paymentProfile, 199, false],
  ['users', MerchantUsers, user, 200, true],
  ['users', MerchantUsers, user, 199, false],
] as const)('the list of a merchant’s %s says when it was cut', async (_what, List, entity, count, isCut) => {
  const rows = Array.from({ length: count }, (_, at) => ({ ...sampleOf(entity), id: `r${at}`, name: `Row ${at}` }))
  server.mockImplementation(async () => Response.json(rows))
  show(<List merchant="m1" />, { psp: true, roles: ['PSP_ALL'] })
  await screen.findByText('Row 0')
  expect(screen.queryByText(/^These are the first 200 by name\./) !== null).toBe(isCut)
})
