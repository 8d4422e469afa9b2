import { importEntity } from '@kontor/contract/imports/import.entity'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { ImportColumns } from './import-columns.tsx'
import type { ImportRow } from './import-row.ts'

const { server, show } = stage()

const sample = {
  ...{ delimiter: ';', encoding: 'utf-8', decimal: '.', format: 'csv', same_as: null },
  ...{ header: ['reference', 'name'], rows: [{ line: 2, fields: ['K1', 'Smit'] }] },
  ...{ mapping: { reference: 'reference' }, date_order: 'ymd', date_example: null },
}

// The cast is safe: the rows that it refers to are not shown here.
const uploaded = { ...sampleOf(importEntity), type: 'customer', status: 'UPLOADED', task: null } as unknown as ImportRow

it('a column that the file has not is said at its field, until another one is typed', async () => {
  server.mockImplementation(async (address) =>
    address.includes('/sample')
      ? Response.json(sample)
      : Response.json(
          { code: 'invalid_request', details: { 'body.mapping.last_name': 'column_missing' } },
          { status: 400 },
        ),
  )
  show(<ImportColumns row={uploaded} />, { psp: true, roles: ['PSP_ALL'] })
  const field = await screen.findByRole('combobox', { name: 'Last name' })
  fireEvent.change(field, { target: { value: 'nowhere' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(/^The file has no such column/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(field, { target: { value: 'name' } })
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

it('whoever may only look at imports is asked nothing, and asks nothing of the server', async () => {
  show(
    <>
      <p>shown</p>
      <ImportColumns row={uploaded} />
    </>,
    { psp: true, roles: ['PSP_IMPORT_LIST'] },
  )
  await screen.findByText('shown')
  expect(server).not.toHaveBeenCalled()
})
