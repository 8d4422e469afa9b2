import {
  deleteCustomerEndpoint,
  eraseCustomerEndpoint,
  updateCustomerEndpoint,
} from '@kontor/contract/customers/customer.endpoints'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Stack, Text } from '@mantine/core'
import { IconEraser, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerRow } from '../payments/rows.ts'
import { useCount } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { useMay } from '../platform/viewer.ts'
import styles from './customer-actions.module.css'

const EditCustomer = lazy(() => import('./customer.form.tsx').then((module) => ({ default: module.EditCustomer })))

type Open = 'nothing' | 'edit' | 'erase' | 'delete'

/** Change and erase; delete only when it is known that the customer never paid. */
export function CustomerActions({ row }: { row: CustomerRow }) {
  const { t } = useTranslation()
  const list = useListAddress()
  const wasEditing = useHasDraft(draftName(updateCustomerEndpoint, row.id))
  const [open, setOpen] = useState<Open>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const mayReadTransactions = useMay(transaction.roles.list)
  const { data: payments } = useCount(transaction, { customer: row.id }, { enabled: mayReadTransactions })
  // An erased customer has no actions, but a dialog that waits for its answer stays open.
  if (row.erased_at && open === 'nothing') return null
  const dialog = { params: { id: row.id }, onClose: close, isDangerous: true }
  return (
    <ActionBar>
      <IfMay do={updateCustomerEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={eraseCustomerEndpoint}>
        <ActionButton icon={IconEraser} label={t('customers.erase')} onClick={() => setOpen('erase')} />
      </IfMay>
      {payments === 0 && (
        <IfMay do={deleteCustomerEndpoint}>
          <ActionButton icon={IconTrash} label={t('action.delete')} onClick={() => setOpen('delete')} />
        </IfMay>
      )}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <EditCustomer row={{ ...row, organisation: idOf(row.organisation) }} onClose={close} />
        </Suspense>
      )}
      <ConfirmCommand
        {...dialog}
        endpoint={eraseCustomerEndpoint}
        opened={open === 'erase'}
        title={t('customers.erase_title')}
        text={<WhatErasingDoes />}
        verb={t('customers.erase_verb')}
        done={t('customers.erase_done')}
      />
      <ConfirmCommand
        {...dialog}
        endpoint={deleteCustomerEndpoint}
        opened={open === 'delete'}
        title={t('customers.delete_title')}
        text={t('customers.delete_text')}
        verb={t('customers.delete_verb')}
        done={t('customers.delete_done')}
        goOn={list.close}
      />
    </ActionBar>
  )
}

function WhatErasingDoes() {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Text size="sm">{t('customers.erase_text')}</Text>
      <ul className={styles.list}>
        <li>{t('customers.erase_goes')}</li>
        <li>{t('customers.erase_cards')}</li>
        <li>{t('customers.erase_stays')}</li>
      </ul>
      <Text size="sm" fw={600}>
        {t('customers.erase_final')}
      </Text>
    </Stack>
  )
}
