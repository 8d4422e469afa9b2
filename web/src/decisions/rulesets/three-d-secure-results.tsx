import { threeDSecureResultsEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import type { ThreeDSecureResults } from '@kontor/contract/decisions/rulesets/validation-ruleset.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import typography from '../../ui/words/typography.module.css'
import { HitPayments } from './recent-hits.tsx'
import type { RulesetRow } from './ruleset-row.ts'

/** One reading for all rows of a list. */
function useResults(ruleset: string): ThreeDSecureResults | undefined {
  const { data } = useRead(threeDSecureResultsEndpoint, { query: {} })
  return data?.find((each) => each.ruleset === ruleset)
}

/** How many of the payments were approved, and which processors did not do as they were told, in a few words. */
export function ThreeDSecureSummary({ of: { id } }: { of: RulesetRow }) {
  const { t } = useTranslation()
  const results = useResults(id)
  const shares = useShares()
  if (!results || results.asked === 0) return <span>–</span>
  const { not_honoured } = results
  return (
    <span className={typography.tabular}>
      {t('three_d_secure.approved_share', { share: shares.approval(results) })}
      {not_honoured > 0 && ` · ${t('three_d_secure.not_honoured_count', { count: not_honoured })}`}
    </span>
  )
}

/** What a ruleset for 3-D Secure demanded in the last 28 days, how it ended, and which processors did not honour it. */
export function ThreeDSecureSection({ of }: { of: RulesetRow }) {
  const { t } = useTranslation()
  const results = useResults(of.id)
  const shares = useShares()
  if (!results) return null
  const { asked, approved, open } = results
  const part = (name: 'authenticated' | 'challenged' | 'failed' | 'abandoned') =>
    [t(`three_d_secure.${name}`), shares.part(results[name], asked)] as const
  return (
    <PanelSection title={t('three_d_secure.title')}>
      <FieldList
        fields={[
          [t('three_d_secure.asked'), shares.count(asked)],
          part('challenged'),
          part('authenticated'),
          part('failed'),
          part('abandoned'),
          [
            t('three_d_secure.not_honoured'),
            <HitPayments key="not" of={of} count={results.not_honoured} filters={{ three_d_secure: 'NOT_HONOURED' }}>
              {shares.part(results.not_honoured, asked)}
            </HitPayments>,
          ],
          [t('three_d_secure.approved'), shares.part(approved, asked - open)],
          [t('three_d_secure.open'), open > 0 && shares.count(open)],
          [t('three_d_secure.impossible'), results.impossible > 0 && shares.count(results.impossible)],
          [t('three_d_secure.blocked'), results.blocked > 0 && shares.count(results.blocked)],
        ]}
      />
      <Processors of={of} results={results} />
    </PanelSection>
  )
}

function Processors({ of, results: { processors } }: { of: RulesetRow; results: ThreeDSecureResults }) {
  const { t } = useTranslation()
  const shares = useShares()
  if (processors.length === 0) return null
  return (
    <>
      <Text size="sm" mb={4}>
        {t('three_d_secure.by_processor')}
      </Text>
      <SmallTable label={t('three_d_secure.by_processor')}>
        <thead>
          <tr>
            <WordsHead>{t('three_d_secure.processor')}</WordsHead>
            <NumberHead>{t('three_d_secure.asked')}</NumberHead>
            <NumberHead>{t('three_d_secure.approved')}</NumberHead>
            <NumberHead>{t('three_d_secure.not_honoured')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {processors.map((each) => (
            <tr key={each.processor}>
              <WordsCell>{each.processor_name}</WordsCell>
              <NumberCell>{shares.count(each.asked)}</NumberCell>
              <NumberCell>{shares.approval(each)}</NumberCell>
              <NumberCell>
                <HitPayments
                  of={of}
                  count={each.not_honoured}
                  filters={{ three_d_secure: 'NOT_HONOURED', processor: each.processor }}
                />
              </NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}

/** Counts, with their share of a whole where there is one. */
function useShares() {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const count = labels.number
  const share = (part: number, whole: number) => (whole === 0 ? '–' : percent.format(part / whole))
  return {
    count,
    part: (part: number, whole: number) =>
      part === 0 || whole === 0 ? count(part) : t('three_d_secure.part', { count: part, share: share(part, whole) }),
    /** Of the payments that are decided. */
    approval: ({ approved, asked, open }: Pick<ThreeDSecureResults, 'approved' | 'asked' | 'open'>) =>
      share(approved, asked - open),
  }
}
