import { type Import, importEntity } from '@kontor/contract/imports/import.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { countOf } from './import-count.tsx'

const { show } = stage()

it('how many rows are good is a dash until some were read', async () => {
  // The cast is safe: samples have every field.
  const row = { ...sampleOf(importEntity), rows_ok: 0 } as unknown as Import
  const good = countOf('rows_ok')
  show(
    <dl>
      <dd>{good({ ...row, rows_read: 0 })}</dd>
      <dd>{good({ ...row, rows_read: 3 })}</dd>
    </dl>,
  )
  await screen.findByText('0')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['–', '0'])
})
