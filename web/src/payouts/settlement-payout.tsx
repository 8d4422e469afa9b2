import type { ReplyOf } from '@kontor/contract/endpoint'
import { paymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import {
  approvePayoutEndpoint,
  getPayoutEndpoint,
  takeBackPayoutEndpoint,
} from '@kontor/contract/payouts/payout.endpoints'
import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { FieldList } from '../ui/field-list.tsx'
import { useKnownText } from '../ui/known-text.ts'

type Payout = NonNullable<ReplyOf<typeof getPayoutEndpoint>>

/** Where a settlement is paid to, what is unusual about that, who approved it and what the bank said. */
export function SettlementPayout({ id, isClosed }: { id: string; isClosed: boolean }) {
  const { t } = useTranslation()
  const { data: payout, error, refetch } = useRead(getPayoutEndpoint, { params: { id } })
  if (payout === undefined) return <NotYet error={error} refetch={refetch} rows={6} />
  if (payout === null) return <Text size="sm">{t('payouts.none')}</Text>
  // Once the file is at the bank, nobody decides by them any more.
  const isUndecided = payout.status === 'CREATED' || payout.status === 'APPROVED'
  return (
    <Stack gap="md">
      {isUndecided && payout.remarks.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={t('payouts.unusual')}>
          <List size="sm" listStyleType="none" m={0} p={0}>
            {payout.remarks.map((remark) => (
              <List.Item key={remark}>{t(`payouts.remark.${remark}`)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Decisions id={id} payout={payout} isClosed={isClosed} />
      <Facts payout={payout} />
    </Stack>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const known = useKnownText()
  const { bank_account: account } = payout
  return (
    <FieldList
      fields={[
        [t('payouts.status'), t(`payouts.state.${payout.status}`)],
        [t('payouts.holder'), account?.holder],
        [t('payouts.iban'), account ? account.iban : t('payouts.no_account')],
        [t('payouts.pay_on'), <Day key="day" value={payout.pay_on} />],
        [labels.field(paymentOrder, 'approved_by'), payout.approved_by],
        [
          labels.field(paymentOrder, 'approved_at'),
          payout.approved_at && <Instant key="at" value={payout.approved_at} />,
        ],
        [
          t('payouts.order'),
          payout.payment_order && (
            <AnchorLink key="order" to={`/psp/reports/payment-orders/${payout.payment_order}`}>
              {t('payouts.to_order')}
            </AnchorLink>
          ),
        ],
        [t('payouts.paid_on'), payout.paid_on && <Day key="paid" value={payout.paid_on} />],
        [t('payouts.bank_reference'), payout.bank_reference],
        [t('payouts.returned_on'), payout.returned_on && <Day key="returned" value={payout.returned_on} />],
        [
          t('payouts.return_reason'),
          payout.return_reason && known('payouts.reason', payout.return_reason, payout.return_reason),
        ],
      ]}
    />
  )
}

function Decisions({ id, payout, isClosed }: { id: string; payout: Payout; isClosed: boolean }) {
  const { t } = useTranslation()
  const money = useMoney()
  const [open, setOpen] = useState<'approve' | 'back'>()
  const close = () => setOpen(undefined)
  const { bank_account: account } = payout
  const mayApprove = isClosed && payout.status === 'CREATED' && account !== null
  const mayTakeBack = payout.status === 'APPROVED' && payout.payment_order === null
  if (!mayApprove && !mayTakeBack && open === undefined) return null
  return (
    <Group gap="sm">
      {mayApprove && (
        <IfMay do={approvePayoutEndpoint}>
          <ActionButton icon={IconCheck} label={t('payouts.approve')} isPrimary onClick={() => setOpen('approve')} />
        </IfMay>
      )}
      {mayTakeBack && (
        <IfMay do={takeBackPayoutEndpoint}>
          <ActionButton icon={IconArrowBackUp} label={t('payouts.take_back')} onClick={() => setOpen('back')} />
        </IfMay>
      )}
      {account && (
        <ConfirmCommand
          endpoint={approvePayoutEndpoint}
          params={{ id }}
          body={{ bank_account: account.id }}
          opened={open === 'approve'}
          onClose={close}
          title={t('payouts.approve_title', { number: payout.number })}
          text={t('payouts.approve_text', {
            ...{ amount: money(payout.amount, payout.currency_code), holder: account.holder, iban: account.iban },
          })}
          verb={t('payouts.approve')}
          done={t('payouts.approved', { number: payout.number })}
        />
      )}
      <ConfirmCommand
        endpoint={takeBackPayoutEndpoint}
        params={{ id }}
        opened={open === 'back'}
        onClose={close}
        title={t('payouts.take_back')}
        text={t('payouts.take_back_text')}
        verb={t('payouts.take_back')}
        done={t('payouts.taken_back', { number: payout.number })}
      />
    </Group>
  )
}
