import { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import { openStuckStates } from '@kontor/contract/payments/stuck-operation.rules'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'

/** The payment's orders without an outcome, for the provider. Nothing is drawn without one. */
export function StuckOfTransaction({ transaction }: { transaction: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { psp } = useViewer()
  const mayRead = useMay(stuckOperation.roles.list)
  const address = { transaction, 'state[]': [...openStuckStates], _limit: '50' }
  const { data = [] } = useList(stuckOperation, address, { enabled: psp && mayRead })
  return data.map((row) => (
    <Alert key={row.id} role="note" color={row.state === 'PARKED' ? 'red' : 'yellow'} mb="sm">
      {t(`payments.stuck.of_transaction.${row.state === 'PARKED' ? 'PARKED' : 'OVERDUE'}`, {
        operation: labels.value('operation', stuckOperation.fields.operation, row.operation),
      })}{' '}
      <AnchorLink to="/psp/stuck-operations/$id" params={{ id: row.id }}>
        {t('payments.stuck.open')}
      </AnchorLink>
    </Alert>
  ))
}
