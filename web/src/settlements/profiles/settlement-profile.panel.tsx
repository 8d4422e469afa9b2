import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import { profileDefaults } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
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
  /** Says that a value is the usual one, or is this merchant's own. */
  const marked = (text: string, isDefault: boolean) =>
    `${text} (${t(isDefault ? 'settlement_profiles.usual' : 'settlement_profiles.own')})`
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
            <RelatedName key="schedule" of={row.settlement_schedule} />
          ),
        ],
        [
          labels.field(settlementProfile, 'delay_days'),
          marked(
            t('settlement_profiles.banking_days', { count: row.delay_days }),
            row.delay_days === profileDefaults.delay_days,
          ),
        ],
        [
          labels.field(settlementProfile, 'minimum'),
          marked(money(row.minimum, row.currency_code), row.minimum === profileDefaults.minimum(row.currency_code)),
        ],
        [
          labels.field(settlementProfile, 'negative'),
          marked(labels.value('negative', undefined, row.negative), row.negative === profileDefaults.negative),
        ],
        [labels.field(settlementProfile, 'statement_text'), row.statement_text],
        [labels.field(settlementProfile, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
      ]}
    />
  )
}
