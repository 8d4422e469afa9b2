import { roleBundle } from '@kontor/contract/identity/bundles/role-bundle'
import type { Change } from '@kontor/contract/platform/history'
import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { id } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { DeleteProfile } from '../../organisations/profiles/delete-profile.tsx'
import { paymentProfiles } from '../../organisations/profiles/payment-profile.screen.ts'
import { BackToThis } from '../../platform/panel/back-to-this.tsx'
import { CreateProcessor } from '../../processors/processor.form.tsx'
import { RevokeDialog } from '../../shares/share-actions.tsx'
import { DiscountForm } from '../../subscriptions/discount.form.tsx'

const { server, show } = stage()
const onClose = () => {}
const row = { id, name: 'Bloom' }
const share = { id, processor_name: 'Cards', to_organisation_name: 'South', payment_product: 'card' as const }

const dialogs: [string, string, ReactNode][] = [
  ['a new discount', 'Add discount', <DiscountForm key="d" opened onClose={onClose} />],
  ['a new processor', 'Add processor', <CreateProcessor key="p" onClose={onClose} />],
  ['the deletion of a shop', 'Delete Bloom?', <DeleteProfile key="s" {...{ row, onClose }} />],
  ['the end of a share', 'Stop sharing Cards?', <RevokeDialog key="r" {...{ row: share, onClose }} />],
]

it.each(dialogs)('shows at once that %s is coming, before what it begins with is read', async (_, title, dialog) => {
  server.mockReturnValue(new Promise(() => {}))
  show(dialog, {}, paymentProfiles)
  const shown = await screen.findByRole('dialog', { name: title })
  expect(within(shown).getByRole('status', { name: 'Loading' })).toBeTruthy()
})

it('shows at once that a version is put back, before the row is read', async () => {
  server.mockReturnValue(new Promise(() => {}))
  const first = changeTo('Before', null, 1)
  const read = { changes: [changeTo('After', 'Before', 2), first], currency_code: null, names: {} }
  show(<BackToThis entity={roleBundle} row={undefined} change={first} {...{ id, read }} />, {
    psp: true,
    roles: ['PSP_ALL'],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Back to this version: 1' }))
  const shown = await screen.findByRole('dialog', { name: 'Back to version 1?' })
  expect(within(shown).getByRole('status', { name: 'Loading' })).toBeTruthy()
})

const changeTo = (after: string, before: string | null, version: number): Change => ({
  ...{
    version,
    at: '2026-11-01T10:00:00.000Z',
    operation: 'updated',
    part: null,
    part_id: null,
    command: null,
    ip: null,
  },
  ...{ actor_kind: 'user', actor_name: null, acted_as_merchant: false, restored_from: null },
  fields: [{ field: 'name', before, after, is_secret: false }],
})
