import { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importEntity } from '@kontor/contract/imports/import.entity'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { EntitiesContext } from '../platform/api/related.ts'
import { AddButton } from '../platform/list/add-button.tsx'
import { imports } from './import.screen.ts'
import { UploadImport } from './upload-import.tsx'

const { server, show } = stage()
const ofOrganisations = ['Customer', 'Stored card', 'Chargeback', 'Subscription']

it.each([
  [['PSP_ALL'], ['Customer', 'Stored card', 'Transaction', 'Chargeback', 'Subscription', 'Merchant']],
  [['PSP_IMPORT_ALL', 'ORGANISATION_LIST'], ofOrganisations],
  [['PSP_IMPORT_CREATE', 'PAYMENT_PROFILE_LIST'], ['Transaction']],
  [['PSP_IMPORT_CREATE', 'PSP_MERCHANT_CREATE'], ['Merchant']],
  [['PSP_IMPORT_ALL', 'PSP_SUPER'], ['Status update']],
  [['PSP_IMPORT_ALL'], []],
  [['PSP_IMPORT_LIST', 'ORGANISATION_LIST'], []],
])('a file is taken of the types whose place the person may choose: %j', async (roles, types) => {
  server.mockImplementation(async () => Response.json([]))
  show(
    <EntitiesContext value={new Map([[importEntity.name, importEntity]])}>
      <p>shown</p>
      <AddButton do={createImportEndpoint}>
        {(opened, close) => <UploadImport opened={opened} onClose={close} choice="transaction" />}
      </AddButton>
    </EntitiesContext>,
    { psp: true, merchant: null, organisation: null, roles },
    imports,
  )
  await screen.findByText('shown')
  const button = screen.queryByRole('button', { name: 'Import a file' })
  expect(button !== null).toBe(types.length > 0)
  button?.click()
  if (!button) return
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Type' })).toBeTruthy())
  const offered = [...screen.getByRole('combobox', { name: 'Type' }).querySelectorAll('option')]
  expect(offered.map((option) => option.textContent)).toEqual(types)
  expect(offered.find((option) => option.selected)?.textContent).toBe(
    types.includes('Transaction') ? 'Transaction' : types[0],
  )
})
