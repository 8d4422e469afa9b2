import type { RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { tryValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { idOf } from '../../platform/api/related.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { useAskedNames } from '../conditions/asked-names.ts'
import { useConditionWords } from '../conditions/condition-words.ts'
import { FactsForm, type GivenFacts, knownOf } from '../conditions/facts-form.tsx'
import rulesText from './rules-text.module.css'
import type { RulesetRow } from './ruleset-row.ts'

/** Asks the server whether the ruleset would hit a payment, and which of its rules hold. */
export function RulesetTry({ of }: { of: RulesetRow }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const scope = useScope()
  const { conditionText } = useConditionWords()
  const names = useAskedNames(of.rules)
  const [facts, setFacts] = useState<GivenFacts>({})
  const [outcome, setOutcome] = useState<{ hit: boolean; held: readonly boolean[] }>()
  const { id: ruleset, rules, currency_code } = of
  const trying = useSubmit(async () => {
    const body = { rules, ruleset, facts: knownOf(facts, currency_code) }
    const reply = await call(tryValidationRulesetEndpoint, { body, scope })
    setOutcome({ hit: reply.hit, held: reply.rules.map(({ held }) => held) })
  })
  return (
    <PanelSection title={t('rulesets.try')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('rulesets.try_text')}
        </Text>
        <FactsForm
          names={asked(rules.map(({ name }) => name))}
          facts={facts}
          currency={currency_code}
          merchant={idOf(of.merchant)}
          disabled={trying.isBusy}
          saysProblems={trying.refusal !== undefined}
          onChange={(next) => {
            setFacts(next)
            setOutcome(undefined)
          }}
        />
        <Button variant="default" loading={trying.isBusy} onClick={() => void trying.submit()}>
          {t('rulesets.try_verb')}
        </Button>
        <div role="status">
          {outcome && (
            <>
              <Text size="sm" fw={600}>
                {t(outcome.hit ? 'rulesets.would_hit' : 'rulesets.would_not_hit')}
              </Text>
              <ul className={rulesText.tried}>
                {rules.map((rule, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and a panel shows them as they are.
                  <li key={place}>
                    <Held isHeld={outcome.held[place] === true} />
                    {conditionText(rule, { currency: currency_code, names })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {trying.refusal && (
          <Alert color="red" role="alert">
            {textOf(trying.refusal)}
          </Alert>
        )}
      </Stack>
    </PanelSection>
  )
}

function Held({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation()
  const Icon = isHeld ? IconCircleCheck : IconCircleX
  return <Icon size={16} role="img" aria-label={t(isHeld ? 'decision.held.yes' : 'decision.held.no')} />
}

/** Lots are drawn. */
const asked = (names: readonly RuleName[]): RuleName[] => [...new Set(names)].filter((name) => name !== 'random')
