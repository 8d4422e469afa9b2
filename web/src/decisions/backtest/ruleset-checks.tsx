import type { RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { checkValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useMay } from '../../platform/viewer.ts'
import { Section } from '../../ui/section.tsx'
import { useConditionWords } from '../conditions/condition-words.ts'
import foundList from '../routings/form/found-list.module.css'
import { useWrittenRuleset, type WrittenRuleset } from './rules-written.ts'

type Findings = ReplyOf<typeof checkValidationRulesetEndpoint>

/** A pause in typing, after which the rules are looked at. */
const pause_ms = 400

/** What the rules that are being written have in common with other rulesets. */
export function RulesetChecks({ id }: { id: string | undefined }) {
  const { t } = useTranslation()
  const may = useMay(checkValidationRulesetEndpoint)
  const written = useWrittenRuleset(id)
  const findings = useFindings(may ? written : undefined)
  const { valueText } = useConditionWords()
  if (!written || !findings) return null
  const known = { currency: written.currency_code }
  const textOf = ({ kind, name = '', example = {} }: Findings[number]) => {
    const values = Object.entries(example).map(([rule, value]) => valueText(rule as RuleName, value, known))
    const text = t(`rulesets.check.${kind}`, { name })
    return values.length === 0 ? text : `${text} ${t('routings.example', { values: values.join(', ') })}`
  }
  return (
    <Section title={t('rulesets.checks')} text={t('rulesets.checks_text')}>
      <div role="status">
        {findings.length === 0 ? (
          <Text size="sm" className={foundList.good}>
            <IconCircleCheck size={16} aria-hidden="true" /> {t('rulesets.check_nothing')}
          </Text>
        ) : (
          <ul className={foundList.list}>
            {findings.map((finding) => (
              <li key={`${finding.kind} ${finding.ruleset}`} data-level="warning">
                <IconAlertTriangle size={16} aria-hidden="true" />
                <Text size="sm">{textOf(finding)}</Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

/** The findings of the rules as they are now. Undefined before the first answer, and when the server gave none. */
function useFindings(written: WrittenRuleset | undefined): Findings | undefined {
  const scope = useScope()
  const [found, setFound] = useState<{ of: WrittenRuleset; findings: Findings }>()
  useEffect(() => {
    if (!written) return
    const controller = new AbortController()
    const ask = async () => {
      const { signal } = controller
      const findings = await call(checkValidationRulesetEndpoint, { body: written, scope, signal }).catch(
        () => undefined,
      )
      if (findings && !signal.aborted) setFound({ of: written, findings })
    }
    const timer = setTimeout(() => void ask(), pause_ms)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [written, scope])
  return found?.of === written ? found?.findings : undefined
}
