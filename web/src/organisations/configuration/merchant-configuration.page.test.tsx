import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import MerchantConfigurationPage from './merchant-configuration.page.tsx'

const { server, show } = stage()

test.each([
  [200, true],
  [199, false],
])('a list of %i merchants says when it was cut', async (count, isCut) => {
  const rows = Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `Merchant ${at}` }))
  server.mockImplementation(async () => Response.json(rows))
  show(<MerchantConfigurationPage />, { psp: true, roles: ['PSP_ALL'] })
  await screen.findByText('Merchant 0')
  expect(screen.queryByText(/These are the first 200 by name/) !== null).toBe(isCut)
})
