import { activateSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { activateSchemeVersionSchemas } from '@kontor/contract/pricing/scheme.schemas'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { MonthOwedSeen } from './month-owed-seen.tsx'

const { server, show } = stage()

/** The warning, when so many merchants owe the month and these of them are named. */
async function warning(merchants: number, names: string[]) {
  cleanup()
  server.mockImplementation(async () =>
    Response.json({ problems: [], below_cost: [], month_owed: { currency_code: 'EUR', merchants, names } }),
  )
  show(
    <RecordForm
      endpoint={activateSchemeVersionEndpoint.REVENUE}
      body={activateSchemeVersionSchemas.body}
      params={{ id: 's1', version: 'v1' }}
      title="Activate"
      verb="Activate"
      opened
      onClose={() => {}}
      initial={{ valid_from: '2026-12-01' }}
    >
      <MonthOwedSeen row={{ id: 's1' }} version={{ id: 'v1' }} />
    </RecordForm>,
  )
  return (await screen.findByText(/all payments of the last twelve months/)).textContent
}

test('merchants who will owe the month are named, and those beyond them counted', async () => {
  expect(await warning(2, ['Bloom', 'Tide'])).toMatch(/^Bloom, Tide: /)
  expect(await warning(12, ['Bloom', 'Tide'])).toMatch(/^Bloom, Tide, and 10 more: /)
})
