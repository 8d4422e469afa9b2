import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { schemeVersionsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Day, formatDay, Instant } from '../../platform/value/instant.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { LinesTable } from '../lines-table.tsx'
import { RehearsalNote } from '../rehearsal/rehearsal-note.tsx'
import { Compare } from './compare.tsx'
import type { SchemeVersion } from './scheme-version.ts'
import { TryPayment } from './try-payment.tsx'
import { useTerms } from './use-terms.ts'
import { VersionActions } from './version-actions.tsx'

interface Of {
  type: SchemeType
  row: Scheme
}

/** The versions of a scheme, one at a time; at first the one under way, or else the one that applies. */
export function Versions({ type, row }: Of) {
  const { data, error, refetch } = useRead(schemeVersionsEndpoint[type], { params: { id: row.id } })
  const [chosen, setChosen] = useState<string>()
  if (!data) return <NotYet error={error} refetch={refetch} rows={8} />
  const { versions, first_day } = data
  const version = versions.find(({ id }) => id === chosen) ?? firstShown(versions, row)
  if (!version) return null
  return (
    <Stack gap="md">
      <Choice versions={versions} version={version} onChoose={setChosen} />
      <VersionActions type={type} row={row} version={version} firstDay={first_day} />
      <Facts row={row} version={version} />
      {type === 'REVENUE' && <RehearsalNote row={row} version={version} />}
      {type !== 'RESERVE' && <Prices type={type} row={row} version={version} />}
      {versions.length > 1 && (
        <Compare
          version={version}
          others={versions.filter(({ id }) => id !== version.id)}
          currency={row.currency_code}
        />
      )}
    </Stack>
  )
}

const firstShown = (versions: readonly SchemeVersion[], row: Scheme): SchemeVersion | undefined =>
  versions.find(({ status }) => status === 'DRAFT' || status === 'SUBMITTED') ??
  versions.find(({ number }) => number === row.version) ??
  versions[0]

interface ChoiceProps {
  versions: readonly SchemeVersion[]
  version: SchemeVersion
  onChoose: (id: string) => void
}

function Choice({ versions, version, onChoose }: ChoiceProps) {
  const { t, i18n } = useTranslation(['main', 'fields'])
  const textOf = ({ number, status, valid_from }: SchemeVersion) => {
    const name = `${t('pricing.version', { number })} · ${t(`fields:status.${status}`)}`
    return valid_from ? `${name} · ${t('pricing.since', { day: formatDay(valid_from, i18n.language) })}` : name
  }
  return (
    <NativeSelect
      label={t('pricing.shown_version')}
      data={versions.map((each) => ({ value: each.id, label: textOf(each) }))}
      value={version.id}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

function Facts({ row, version }: { row: Scheme; version: SchemeVersion }) {
  const { t } = useTranslation()
  const termsOf = useTerms(row.currency_code)
  return (
    <FieldList
      fields={[
        [t('pricing.valid_from'), version.valid_from && <Day key="from" value={version.valid_from} />],
        [t('pricing.valid_until'), version.valid_until && <Day key="until" value={version.valid_until} />],
        ...termsOf(version),
        [t('pricing.written_by'), <By key="written" name={version.created_by} at={version.created_at} />],
        [
          t('pricing.submitted_by'),
          version.submitted_by && <By key="submitted" name={version.submitted_by} at={version.submitted_at} />,
        ],
        [
          t('pricing.activated_by'),
          version.activated_by && <By key="activated" name={version.activated_by} at={version.activated_at} />,
        ],
      ]}
    />
  )
}

function By({ name, at }: { name: string; at: string | null }) {
  return (
    <>
      {name}, <Instant value={at} />
    </>
  )
}

function Prices({ type, row, version }: Of & { version: SchemeVersion }) {
  const { t } = useTranslation()
  return (
    <>
      <PanelSection title={t('pricing.lines')}>
        <LinesTable lines={version.lines} currency={row.currency_code} label={t('pricing.lines')} />
        {version.lines.length > 1 && (
          <Text size="xs" c="dimmed" mt={6}>
            {t(type === 'COST' ? 'pricing.who_wins_of_costs' : 'pricing.who_wins')}
          </Text>
        )}
      </PanelSection>
      {/* What was tried with the prices of before says nothing of these. */}
      <TryPayment key={`${version.id} ${version.revision}`} type={type} row={row} version={version} />
    </>
  )
}
