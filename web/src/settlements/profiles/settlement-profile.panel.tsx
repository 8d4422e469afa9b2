import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import type { ProfileValue } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { usePercentage } from '../../platform/value/use-percentage.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { SettlementProfileActions } from './settlement-profile-actions.tsx'
import { SettlementProfilePreview } from './settlement-profile-preview.tsx'
import { populate, type SettlementProfileRow } from './settlement-profile-row.ts'

/** How a merchant is settled: its values, which of them are the usual ones, and the next settlement. */
export default function SettlementProfilePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof settlementProfile, SettlementProfileRow>(settlementProfile, id, {
    populate,
  })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.status} />}
        actions={<SettlementProfileActions row={row} />}
      >
        <span>{row.currency_code}</span>
      </TitledHead>
      {row.hold_reason !== null && (
        <Alert color="yellow" role="status" mb="md" title={t('settlement_profiles.on_hold')}>
          {row.hold_reason}
        </Alert>
      )}
      <SettlementProfilePreview id={id} />
      <PanelSection title={t('settlement_profiles.settings')}>
        <Values row={row} />
      </PanelSection>
      <HistoryBelow entity={settlementProfile} id={id} />
    </>
  )
}

function Values({ row }: { row: SettlementProfileRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const percentage = usePercentage()
  const sourceOf = (name: ProfileValue): string => {
    if (row.own_values.includes(name)) return t('settlement_profiles.own')
    return row.package_values.includes(name)
      ? t('settlement_profiles.from_package', { name: row.package_name })
      : t('settlement_profiles.usual')
  }
  /** Says where a value comes from: it is this merchant's own, its package's, or the usual one. */
  const marked = (text: string, name: ProfileValue) => `${text} (${sourceOf(name)})`
  const account = row.bank_account
  return (
    <FieldList
      fields={[
        [labels.field(settlementProfile, 'book'), labels.value('book', undefined, row.book)],
        [
          labels.field(settlementProfile, 'bank_account'),
          typeof account === 'string' ? `…${account.slice(-8)}` : `${account.holder}, ${account.iban}`,
        ],
        [
          labels.field(settlementProfile, 'settlement_schedule'),
          row.settlement_schedule === null ? (
            t('settlement_profiles.default_schedule')
          ) : (
            <span key="schedule">
              <RelatedName of={row.settlement_schedule} /> ({sourceOf('settlement_schedule')})
            </span>
          ),
        ],
        [
          labels.field(settlementProfile, 'delay_days'),
          marked(t('settlement_profiles.banking_days', { count: row.delay_days }), 'delay_days'),
        ],
        [labels.field(settlementProfile, 'minimum'), marked(money(row.minimum, row.currency_code), 'minimum')],
        [
          labels.field(settlementProfile, 'negative'),
          marked(labels.value('negative', undefined, row.negative), 'negative'),
        ],
        [labels.field(settlementProfile, 'method'), labels.value('method', undefined, row.method)],
        [
          labels.field(settlementProfile, 'payout_currency_code'),
          row.payout_currency_code === null
            ? t('settlement_profiles.own_currency')
            : t('settlement_profiles.pays_in', {
                currency: row.payout_currency_code,
                margin: percentage(row.fx_margin_ppm),
              }),
        ],
        [labels.field(settlementProfile, 'statement_text'), row.statement_text],
        [labels.field(settlementProfile, 'recipients'), row.recipients.join(', ') || null],
        [
          labels.field(settlementProfile, 'language'),
          row.language === null
            ? t('settlement_profiles.language_none')
            : labels.value('language', undefined, row.language),
        ],
        [labels.field(settlementProfile, 'webhook_url'), row.webhook_url],
        [labels.field(settlementProfile, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
      ]}
    />
  )
}
