import { validationRuleset } from '@kontor/contract/decisions/rulesets/validation-ruleset.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { TagChips } from '../../tags/tag-chip.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { RecentHits } from './recent-hits.tsx'
import { RulesText } from './rules-text.tsx'
import { RulesetActions } from './ruleset-actions.tsx'
import type { RulesetRow } from './ruleset-row.ts'
import { ThreeDSecureSection } from './three-d-secure-results.tsx'

/** A ruleset: what it asks and does, how often it hit, and its history. */
export default function RulesetPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useHistoryTab(validationRuleset, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof validationRuleset, RulesetRow>(validationRuleset, id, { populate: validationRuleset.populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />}
        actions={<RulesetActions row={row} />}
      >
        <span>{labels.value('action', validationRuleset.fields.action, row.action)}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[{ name: 'details', label: t('payments.tab.details'), content: () => <Content row={row} /> }, ...history]}
      />
    </>
  )
}

const RulesetTry = lazy(() => import('./ruleset-try.tsx').then((module) => ({ default: module.RulesetTry })))

function Content({ row }: { row: RulesetRow }) {
  return (
    <>
      <Details row={row} />
      {row.action === '3dSecure' && <ThreeDSecureSection of={row} />}
      <Suspense fallback={null}>
        {/* What was tried with the rules of before says nothing of these. */}
        <RulesetTry key={row.version} of={row} />
      </Suspense>
    </>
  )
}

function Details({ row }: { row: RulesetRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof RulesetRow) => labels.field(validationRuleset, name)
  return (
    <FieldList
      fields={[
        [label('rules'), <RulesText key="rules" of={row} />],
        [label('tag'), row.tag && <TagChips key="tag" tags={[row.tag]} />],
        [label('recent_hits'), <RecentHits key="hits" of={row} />],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [
          label('payment_profile'),
          row.payment_profile ? <RelatedName key="profile" of={row.payment_profile} /> : t('rulesets.every_profile'),
        ],
        [
          label('webhook_url'),
          row.webhook_url && (
            <span key="url" className={typography.anywhere}>
              {row.webhook_url}
            </span>
          ),
        ],
        [label('email'), row.email],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
