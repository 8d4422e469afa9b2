import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { chargebackBlocksRefund } from '@kontor/contract/disputes/chargeback.rules'
import { overrideChargebackRoles } from '@kontor/contract/payments/refund.rules'
import { refundTransactionSchemas } from '@kontor/contract/payments/refund.schemas'
import { Alert, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../platform/api/api-client.ts'
import { useList } from '../platform/api/reading.ts'
import { useReasonText } from '../platform/api/refusal-text.ts'
import { useMoney } from '../platform/value/money.tsx'
import { useMay } from '../platform/viewer.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import typography from '../ui/words/typography.module.css'
import styles from './override-chargeback.module.css'
import { ChargebackLink } from './payment-links.tsx'

const schema = refundTransactionSchemas.body.shape.override_chargeback_reason

/**
 * A chargeback that forbids the refund. Viewers who see chargebacks know it beforehand, others from the server's
 * refusal. A user who may refund in spite of it must give a reason.
 */
export function useChargebackInTheWay(given: {
  transaction: string
  opened: boolean
  refusal: ApiRefusal | undefined
  /** The reason in the form's values. */
  reason: string
  write: (reason: string) => void
}) {
  const { transaction, opened, refusal, reason } = given
  const mayRead = useMay(chargeback.roles.list)
  const mayOverride = useMay(overrideChargebackRoles)
  const reasonText = useReasonText()
  const [problem, setProblem] = useState<string>()
  const { data } = useList(chargeback, { transaction, _limit: '50' }, { enabled: opened && mayRead })
  const found = data?.find(({ status }) => chargebackBlocksRefund(status))
  const isInTheWay = found !== undefined || refusal?.code === 'refund_blocked_by_chargeback'
  return {
    found,
    isInTheWay,
    mayOverride,
    reason,
    problem,
    write: (text: string) => {
      given.write(text)
      setProblem(undefined)
    },
    reset: () => setProblem(undefined),
    /**
     * False when a required reason is missing or wrong; the field then shows the problem. Users who may not override
     * get true: the server decides.
     */
    isGiven: (): boolean => {
      if (!isInTheWay || !mayOverride) return true
      const wrong = schema.unwrap().safeParse(reason.trim()).error?.issues[0]?.message
      setProblem(wrong && reasonText(wrong))
      return wrong === undefined
    },
    body: () => (isInTheWay && mayOverride ? { override_chargeback_reason: reason.trim() } : {}),
  }
}

type Override = ReturnType<typeof useChargebackInTheWay>

export function OverrideChargeback({ override, isFixed }: { override: Override; isFixed: boolean }): ReactNode {
  const { t } = useTranslation()
  const money = useMoney()
  const { found, isInTheWay, mayOverride, reason, problem, write } = override
  if (!isInTheWay) return null
  return (
    <>
      <Alert color="red" role="alert" p="sm" title={t('chargebacks.override.title')}>
        {t(mayOverride ? 'chargebacks.override.text' : 'chargebacks.override.forbidden')}
      </Alert>
      {found && (
        <div className={styles.found}>
          <ChargebackLink id={found.id}>{t('payments.event.chargeback')}</ChargebackLink>
          <span className={typography.tabular}>{money(found.amount, found.currency_code)}</span>
          <StatusTag status={found.status} />
        </div>
      )}
      {mayOverride && (
        <Textarea
          label={t('chargebacks.override.reason')}
          withAsterisk
          maxLength={500}
          rows={2}
          readOnly={isFixed}
          value={reason}
          onChange={(event) => write(event.currentTarget.value)}
          error={problem}
        />
      )}
    </>
  )
}
