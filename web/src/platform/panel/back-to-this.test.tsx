import type { History } from '@kontor/contract/platform/history'
import { processor } from '@kontor/contract/processors/processor.entity'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { BackToThis } from './back-to-this.tsx'

const { show } = stage()
const [ada, eva] = ['019b0000-0000-7000-8000-000000000001', '019b0000-0000-7000-8000-000000000002']
const change = (version: number, before: string | null, after: string) => ({
  ...{ version, at: '2026-01-02T00:00:00Z', operation: 'updated' as const, part: null, part_id: null },
  ...{ command: null, ip: null, actor_kind: 'user', actor_name: 'Bo', acted_as_merchant: false, restored_from: null },
  fields: [{ field: 'user_id', before, after, is_secret: false }],
})
const earlier = change(1, null, ada)

test.each([
  ['is offered again while that person is there', { [ada]: 'Ada', [eva]: 'Eva' }, false],
  ['is not offered when that person is gone', { [eva]: 'Eva' }, true],
])('a version of a processor with somebody else who looks after it %s', async (_, names, isRefused) => {
  const read: History = { changes: [change(2, ada, eva), earlier], currency_code: null, names }
  show(<BackToThis entity={processor} id="1" row={undefined} change={earlier} read={read} />, {
    ...{ psp: true, roles: ['PSP_ALL'] },
  })
  const button = await screen.findByRole('button')
  expect(button.getAttribute('aria-disabled') ?? 'false').toBe(String(isRefused))
})
