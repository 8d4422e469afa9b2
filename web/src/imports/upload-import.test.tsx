import { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importEntity } from '@kontor/contract/imports/import.entity'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
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

it('what was chosen is there again when the page was loaded anew, and gone once the dialog was closed', async () => {
  server.mockImplementation(async () => Response.json([]))
  const open = () => show(<UploadImport opened onClose={() => {}} />, { psp: true, roles: ['PSP_ALL'] }, imports)
  const type = async () => (await screen.findByRole('combobox', { name: 'Type' })) as HTMLSelectElement
  open()
  fireEvent.change(await type(), { target: { value: 'chargeback' } })
  cleanup()
  open()
  expect((await type()).value).toBe('chargeback')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  open()
  expect((await type()).value).toBe('customer')
})

it('the organisation that was chosen is there again as well', async () => {
  const [id, name] = ['01900000-0000-7000-8000-00000000000a', 'Head office']
  const row = { ...sampleOf(organisation), id, name }
  server.mockImplementation(async (address) =>
    Response.json(new URL(address, 'http://localhost').pathname.endsWith(id) ? row : [row]),
  )
  Element.prototype.scrollIntoView ??= () => {}
  const open = () => show(<UploadImport opened onClose={() => {}} />, { psp: true, roles: ['PSP_ALL'] }, imports)
  const field = async () => (await screen.findByRole('combobox', { name: /^Organi/ })) as HTMLInputElement
  open()
  fireEvent.click(await field())
  fireEvent.click(await screen.findByRole('option', { name: /Head office/, hidden: true }))
  await waitFor(async () => expect((await field()).value).toBe(name))
  cleanup()
  open()
  await waitFor(async () => expect((await field()).value).toBe(name))
})
