import { roleBundle } from '@kontor/contract/identity/bundles/role-bundle'
import { user } from '@kontor/contract/identity/users/user.entity'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { HistoryValue } from './history-value.tsx'

const { show } = stage()
const read = { changes: [], currency_code: null, names: {} }

test.each([user, roleBundle])(
  'the roles in a history of $name are words, and one that is gone is its name',
  async (entity) => {
    show(<HistoryValue entity={entity} name="roles" value={['REFUND_CREATE', 'GONE_LIST']} read={read} />)
    expect(await screen.findByText('Creates refunds, GONE_LIST')).toBeTruthy()
  },
)
