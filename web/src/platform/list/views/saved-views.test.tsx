import { transaction } from '@kontor/contract/payments/transaction.entity'
import { configure, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import { noteServerTime } from '../../api/server-time.ts'
import { todayIn } from '../address/default-window.ts'
import { SavedViews } from './saved-views.tsx'

const { server, show } = stage()
// The first drawing takes long on a machine that does other things.
configure({ asyncUtilTimeout: 10_000 })
const day_ms = 86_400_000

afterEach(() => noteServerTime(new Headers()))

it('a view counts its days from the time that payments follow', async () => {
  const onChange = open({ dates: { created_at: 'last_28_days' } }, 60 * day_ms)
  fireEvent.click(await screen.findByRole('button', { name: 'Failed ones' }))
  const last = todayIn(new Date(Date.now() + 60 * day_ms), 'Europe/Amsterdam')
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ status: 'FAILED', 'created_at<': last }))
})

it('a view of the last month is opened with it, and is then the one that is shown', async () => {
  const onChange = open({})
  const view = await screen.findByRole('button', { name: 'Failed ones', current: true })
  fireEvent.click(view)
  expect(onChange).toHaveBeenCalledWith({ status: 'FAILED', 'created_at>': '2026-10-21' })
})

function open(content: object, ahead_ms = 0) {
  const onChange = vi.fn()
  const view = {
    ...{ id: 'v1', list: '/transactions', name: 'Failed ones', shared: false, own: true, owner_name: 'Ada' },
    content: { query: { status: 'FAILED' }, dates: {}, columns: { order: [], shown: {} }, ...content },
  }
  server.mockImplementation(async () => Response.json([view], { headers: { 'kontor-clock-ahead': `${ahead_ms}` } }))
  const initial = { 'created_at>': '2026-10-21' }
  show(
    <SavedViews
      viewed={{
        ...{ entity: transaction, path: '/transactions', initial, onChange },
        search: { ...initial, status: 'FAILED' },
      }}
      settings={{ value: { order: [], shown: {} }, apply: () => {}, namesBy: () => [] }}
      onDone={() => {}}
    />,
    {},
    // What is asked of the screen here is its filters.
    { kind: 'list', entity: 'transaction', route: '/transactions', label: 'transactions', window: true } as never,
  )
  return onChange
}
