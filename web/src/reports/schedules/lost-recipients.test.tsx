import { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { LostRecipients } from './lost-recipients.tsx'
import type { ScheduleRow } from './schedule-row.ts'

const { server, show } = stage()

const recipients = [
  { id: 'a', name: 'Ann' },
  { id: 'b', name: 'Bo' },
  { id: 'c', name: 'Cas' },
]
// The cast is safe: the rest of the row is not shown here.
const row = { ...sampleOf(reportSchedule), type: 'psp_settlement', recipients } as unknown as ScheduleRow

it('a schedule names the recipients who cannot open its report any more, each with the reason', async () => {
  const problems = { a: null, b: 'no_list', c: 'gone' }
  server.mockImplementation(async () =>
    Response.json(Object.entries(problems).map(([user, problem]) => ({ user, problem }))),
  )
  show(<LostRecipients row={row} />)
  const alert = await screen.findByText('2 recipients get no mail')
  const said = alert.closest('[role="status"]')?.textContent
  expect(said).toContain('Bo may no longer see ')
  expect(said).toContain('Cas can no longer sign in.')
  expect(said).not.toContain('Ann')
})

it('a schedule whose recipients can all open its report says nothing of them', async () => {
  server.mockImplementation(async () => Response.json(recipients.map(({ id }) => ({ user: id, problem: null }))))
  show(<LostRecipients row={row} />)
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect(screen.queryByRole('status')).toBeNull()
})
