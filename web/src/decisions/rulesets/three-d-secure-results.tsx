import { threeDSecureResultsEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { threeDSecureFilters } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
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
export function ThreeDSecureSummary({ of }: { of: RulesetRow }) {
  const { t } = useTranslation()
  const results = useResults(of.id)
  const shares = useShares()
  if (!results || results.asked === 0) return <span>–</span>
  const { not_honoured, approved, asked, open } = results
  return (
    <span className={typography.tabular}>
      {asked === open ? (
        <HitPayments of={of} count={open} filters={threeDSecureFilters.open}>
          {t('three_d_secure.still_open')}
        </HitPayments>
      ) : (
        <HitPayments of={of} count={approved} filters={threeDSecureFilters.approved}>
          {t('three_d_secure.approved_share', { share: shares.approval(results) })}
        </HitPayments>
      )}
      {not_honoured > 0 && (
        <>
          {' · '}
          <HitPayments of={of} count={not_honoured} filters={threeDSecureFilters.not_honoured}>
            {t('three_d_secure.not_honoured_count', { count: not_honoured })}
          </HitPayments>
        </>
      )}
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
  const led = (name: keyof typeof threeDSecureFilters, text: string) => (
    <HitPayments key={name} of={of} count={results[name]} filters={threeDSecureFilters[name]}>
      {text}
    </HitPayments>
  )
  const ifAny = (name: 'open' | 'impossible' | 'blocked') =>
    [t(`three_d_secure.${name}`), results[name] > 0 && led(name, shares.count(results[name]))] as const
  const part = (name: 'authenticated' | 'challenged' | 'failed' | 'abandoned' | 'not_honoured') =>
    [t(`three_d_secure.${name}`), led(name, shares.part(results[name], asked))] as const
  return (
    <PanelSection title={t('three_d_secure.title')}>
      <FieldList
        fields={[
          [t('three_d_secure.asked'), led('asked', shares.count(asked))],
          part('challenged'),
          part('authenticated'),
          part('failed'),
          part('abandoned'),
          part('not_honoured'),
          [t('three_d_secure.approved'), led('approved', shares.part(approved, asked - open))],
          ifAny('open'),
          ifAny('impossible'),
          ifAny('blocked'),
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
  const led = (at: (typeof processors)[number], name: 'asked' | 'approved' | 'not_honoured', text: string) => (
    <HitPayments of={of} count={at[name]} filters={{ ...threeDSecureFilters[name], processor: at.processor }}>
      {text}
    </HitPayments>
  )
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
              <NumberCell>{led(each, 'asked', shares.count(each.asked))}</NumberCell>
              <NumberCell>{led(each, 'approved', shares.approval(each))}</NumberCell>
              <NumberCell>{led(each, 'not_honoured', shares.count(each.not_honoured))}</NumberCell>
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
