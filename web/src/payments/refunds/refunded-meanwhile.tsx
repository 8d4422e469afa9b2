import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { useMoney } from '../../platform/value/use-money.ts'

/** What has been refunded by now, where the server refused because it is more than this dialog knew. */
export const refundedMeanwhile = (refusal: ApiRefusal | undefined): number | undefined => {
  const said = refusal?.code === 'refunded_meanwhile' ? refusal.details.refunded_amount : undefined
  return typeof said === 'number' ? said : undefined
}

/** Says that somebody else refunded meanwhile. Whoever sends the form after that has read it. */
export function RefundedMeanwhile({ currency }: { currency: string }): ReactNode {
  const { t } = useTranslation()
  const money = useMoney()
  const { form, refusal } = useRecordForm()
  const refunded = refundedMeanwhile(refusal)
  const know = useEffectEvent((sum: number) => form.setFieldValue('refunded_amount', sum))
  useEffect(() => {
    if (refunded !== undefined) know(refunded)
  }, [refunded])
  if (refunded === undefined) return null
  return (
    <Alert color="yellow" role="alert" p="sm" title={t('payments.refunded_meanwhile.title')}>
      {t('payments.refunded_meanwhile.text', { refunded: money(refunded, currency) })}
    </Alert>
  )
}
