import { settlementUpdateEffectsEndpoint } from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { settlementUpdateKinds } from '@kontor/contract/payouts/updates/settlement-update.rules'
import type { SettlementUpdateEffects as Effects } from '@kontor/contract/payouts/updates/settlement-update.schemas'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useFormValues } from '../../platform/form/record-form.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'

/** What the chosen update would do, computed by the server. */
export function SettlementUpdateEffects({ item }: { item: string }) {
  const textOf = useRefusalText()
  const values = useFormValues()
  const kind = settlementUpdateKinds.find((each) => each === values['kind'])
  const account = values['psp_bank_account']
  const { data, error, refetch } = useRead(settlementUpdateEffectsEndpoint, {
    params: { id: item },
    // The query is not asked for without a kind.
    query: {
      kind: kind ?? 'HOLD',
      ...(kind === 'PAID' && typeof account === 'string' && account ? { psp_bank_account: account } : {}),
    },
    enabled: kind !== undefined,
  })
  if (kind === undefined) return null
  if (error && !data) return <Alert color="yellow">{textOf(error)}</Alert>
  if (!data) return <NotYet error={error} refetch={refetch} rows={2} />
  return <Shown effects={data} />
}

function Shown({ effects }: { effects: Effects }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const { currency_code, bookings, payout_before, payout_after, order_before, order_after } = effects
  const change = (before: string, after: string) =>
    before === after ? t('status_updates.stays', { value: after }) : t('status_updates.becomes', { before, after })
  const status = (word: string) => labels.value('status', undefined, word)
  return (
    <section aria-label={t('settlement_updates.effects')}>
      <FieldList
        fields={[
          [t('settlement_updates.settlement'), change(status(effects.status_before), status(effects.status_after))],
          [
            t('settlement_updates.payout'),
            payout_before &&
              payout_after &&
              change(t(`payouts.state.${payout_before}`), t(`payouts.state.${payout_after}`)),
          ],
          [
            t('settlement_updates.order'),
            order_before && order_after && change(status(order_before), status(order_after)),
          ],
          [
            t('settlement_updates.bookings'),
            bookings.length === 0
              ? t('settlement_updates.no_bookings')
              : bookings
                  .map(({ kind, amount }) => `${labels.value('kind', undefined, kind)} ${money(amount, currency_code)}`)
                  .join(', '),
          ],
        ]}
      />
      {effects.needs_another && (
        <Text size="sm" mt="xs">
          {t('settlement_updates.needs_another')}
        </Text>
      )}
    </section>
  )
}
