import { importEntity } from '@kontor/contract/imports/import.entity'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { CheckedImport } from './checked-import.tsx'
import type { ImportRow } from './import-row.ts'

const { server, show } = stage()

it.each([
  [1, 0, 'Bloom gets 1 new customer. Customers that are there already stay as they are.'],
  [2, 1, 'Bloom gets 2 new customers. Customers that are there already stay as they are. 1 rejected row is left out.'],
  [1, 2, 'Bloom gets 1 new customer. Customers that are there already stay as they are. 2 rejected rows are left out.'],
])('the last step of an import says what %i good and %i rejected rows do', async (rows_ok, rows_rejected, said) => {
  server.mockImplementation(async () => new Response(null, { status: 500 }))
  // The cast is safe: samples have every field.
  const row = {
    ...sampleOf(importEntity),
    type: 'customer',
    merchant_name: 'Bloom',
    rows_known: 0,
  } as unknown as ImportRow
  show(<CheckedImport row={{ ...row, rows_ok, rows_rejected, rows_read: rows_ok + rows_rejected }} />, {
    ...{ psp: true, roles: ['PSP_ALL'] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect((await screen.findByRole('dialog')).textContent).toContain(said)
})
