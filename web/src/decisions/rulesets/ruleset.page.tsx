import { createValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { validationRuleset } from '@kontor/contract/decisions/rulesets/validation-ruleset.entity'
import { mostRulesets } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../platform/list/add-button.tsx'
import { type Column, columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import { TagChips } from '../../tags/tag-chip.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { RecentHits } from './recent-hits.tsx'
import { useRulesText } from './rules-text.tsx'
import type { RulesetRow } from './ruleset-row.ts'
import { ThreeDSecureSummary } from './three-d-secure-results.tsx'

const CreateRuleset = lazy(() => import('./ruleset.form.tsx').then((module) => ({ default: module.CreateRuleset })))

const settings = {
  extra: ['id', 'currency_code', 'webhook_url', 'email'],
  lines: { figure: 'recent_hits', when: 'rules', state: 'active' },
  special: {
    tag: (row: RulesetRow) => (row.tag ? <TagChips tags={[row.tag]} /> : '–'),
    rules: (row: RulesetRow) => <Rules of={row} />,
    recent_hits: (row: RulesetRow) => <RecentHits of={row} />,
    active: (row: RulesetRow) => <StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />,
  },
} as const
const others = ['rules', 'recent_hits', 'payment_profile', 'organisation', 'active', 'created_at'] as const
const columns = columnsOf(validationRuleset, ['name', ...others], settings)
const tagColumns = columnsOf(validationRuleset, ['name', 'tag', ...others], settings)
const results: Column<RulesetRow> = {
  ...{ name: 'results', isRight: false, isSortable: false, isExtra: false },
  render: (row) => <ThreeDSecureSummary of={row} />,
}
const secureColumns = columns.toSpliced(3, 0, results)
const columnsFor = (action: unknown) =>
  action === 'tag' ? tagColumns : action === '3dSecure' ? secureColumns : columns

/** The rulesets with the action of the screen. */
export default function RulesetPage() {
  const { t } = useTranslation()
  const { fixed } = useListScreen()
  return (
    <ListPage
      columns={columnsFor(fixed?.['action'])}
      populate={validationRuleset.populate}
      emptyTitle={t('rulesets.none')}
      limit={mostRulesets}
    >
      <AddButton do={createValidationRulesetEndpoint}>
        {(opened, close) => opened && <CreateRuleset action={String(fixed?.['action'])} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

function Rules({ of: row }: { of: RulesetRow }) {
  const text = useRulesText(row)
  return (
    <span className={typography.clip} title={text}>
      {text}
    </span>
  )
}
