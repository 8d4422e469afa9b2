import { roleBundle } from '@kontor/contract/identity/bundles/role-bundle'
import { user } from '@kontor/contract/identity/users/user.entity'
import { importEntity } from '@kontor/contract/imports/import.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { Cell } from '../value/cell.tsx'
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

test('a person is named in a row and in a history, and the provider has a word of its own', async () => {
  show(
    <>
      <Cell entity={refund} name="created_by" row={{ created_by: 'Eva' }} />
      <Cell entity={refund} name="created_by" row={{ created_by: 'provider' }} />
      <HistoryValue entity={user} name="created_by" value="provider" read={read} />
    </>,
  )
  expect((await screen.findAllByText('Payment provider')).length).toBe(2)
  expect(screen.getByText('Eva')).toBeTruthy()
})

test('what a history has as code is words: why a refund failed, the problem of an import, its columns by their fields, places from one', async () => {
  const profile = { ...paymentProfile, fields: {} }
  show(
    <dl>
      <dd>
        <HistoryValue entity={refund} name="status_reason" value="insufficient_funds" read={read} />
      </dd>
      <dd>
        <HistoryValue entity={importEntity} name="problem" value="column_missing" read={read} />
      </dd>
      <dd>
        <HistoryValue entity={importEntity} name="mapping" value={{ last_name: 'Name', city: '=Ede' }} read={read} />
      </dd>
      <dd>
        <HistoryValue entity={profile} name="position" value={0} read={read} />
      </dd>
    </dl>,
  )
  await screen.findByText('A chosen column is not in the file.')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Insufficient funds',
    'A chosen column is not in the file.',
    'Last name: Name, City: =Ede',
    '1',
  ])
})

test('groups of single sign-on are told with the words of their roles, and lists of texts as such', async () => {
  const signOn = { ...user, fields: {} }
  const groups = [{ group: 'Till', roles: ['REFUND_CREATE', 'GONE_LIST'] }]
  show(
    <>
      <HistoryValue entity={signOn} name="groups" value={groups} read={read} />
      <HistoryValue entity={signOn} name="domains" value={['a.example', 'b.example']} read={read} />
      <HistoryValue entity={signOn} name="factor_values" value={[]} read={read} />
    </>,
  )
  expect(await screen.findByText('Till: Creates refunds, GONE_LIST')).toBeTruthy()
  expect(screen.getByText(/a\.example, b\.example.*–/)).toBeTruthy()
})
