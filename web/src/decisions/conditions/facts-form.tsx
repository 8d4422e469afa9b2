import type { Facts, RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { problemsOfCondition } from '@kontor/contract/decisions/conditions/condition-problems'
import { transactionDecisionEndpoint } from '@kontor/contract/decisions/decision.endpoints'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { isUuid } from '@kontor/contract/uuid'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { onEnter } from '../../platform/form/form-events.ts'
import { useMay } from '../../platform/viewer.ts'
import { useConditionWords } from './condition-words.ts'
import { ValueField } from './value-field.tsx'

export type GivenFacts = Readonly<Record<string, Facts[keyof Facts] | undefined>>

interface FactsFormProps {
  /** What the conditions ask. */
  names: readonly RuleName[]
  facts: GivenFacts
  /** The currency of amounts. */
  currency: string
  merchant: string | undefined
  disabled: boolean
  /** True once a try was refused: then it is said what is wrong. */
  saysProblems: boolean
  onChange: (facts: GivenFacts) => void
}

/** What a payment is, for a try: typed, or taken from a payment. */
export function FactsForm({ names, facts, currency, merchant, disabled, saysProblems, onChange }: FactsFormProps) {
  const { ruleText, problemText } = useConditionWords()
  const mayTake = useMay(transaction.roles.list)
  const problemOf = (name: RuleName): string | undefined => {
    const value = facts[name] ?? null
    const [problem] =
      value === null ? [] : problemsOfCondition({ name, operator: '==', value }, name === '3ds' ? 'routing' : 'ruleset')
    return problem && problemText(name, problem.reason)
  }
  return (
    <>
      {mayTake && <TakeFromPayment currency={currency} disabled={disabled} onTaken={onChange} />}
      {names.map((name) => (
        <ValueField
          key={name}
          name={name}
          value={facts[name] ?? null}
          currency={currency}
          merchant={merchant}
          label={ruleText(name)}
          error={saysProblems ? problemOf(name) : undefined}
          disabled={disabled}
          // A fact is one value.
          onChange={(value) => onChange({ ...facts, [name]: value as Facts[keyof Facts] })}
        />
      ))}
    </>
  )
}

interface TakeProps {
  currency: string
  disabled: boolean
  onTaken: (facts: GivenFacts) => void
}

function TakeFromPayment({ currency, disabled, onTaken }: TakeProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const scope = useScope()
  const [typed, setTyped] = useState('')
  const [said, say] = useState<{ text: string; isWrong: boolean }>()
  const taking = useSubmit(async () => {
    say(undefined)
    const text = typed.trim()
    const query = { ...(isUuid(text) ? { id: text } : { merchant_reference: text }), _limit: '1' }
    const [found] = await call(entityEndpoints(transaction).list, { query, scope })
    if (!found) return say({ text: t('conditions.take_none'), isWrong: true })
    const decision = await call(transactionDecisionEndpoint, { params: { id: found.id }, scope })
    if (!decision) return say({ text: t('conditions.take_undecided'), isWrong: true })
    const { facts, routing } = decision
    // An amount in another currency than the conditions' is not converted here: it is left to be typed.
    const isSame = (routing?.currency_code ?? facts.currency_code) === currency
    onTaken({ ...facts, amount: isSame ? facts.amount : null })
    say({ text: t('conditions.taken', { reference: found.merchant_reference }), isWrong: false })
  })
  const take = () => typed.trim() !== '' && void taking.submit()
  const wrong = said?.isWrong ? said.text : taking.refusal && textOf(taking.refusal)
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('conditions.take_label')}
          flex={1}
          miw={0}
          autoComplete="off"
          disabled={disabled}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onEnter(take)}
        />
        <Button variant="default" disabled={disabled || typed.trim() === ''} loading={taking.isBusy} onClick={take}>
          {t('conditions.take_verb')}
        </Button>
      </Group>
      <Text size="sm" aria-live="polite" c={wrong ? 'red' : 'dimmed'}>
        {wrong ?? said?.text}
      </Text>
    </div>
  )
}

/** Facts that nobody filled in are missing. */
export const knownOf = (facts: GivenFacts, currency_code: string): Partial<Facts> & { currency_code: string } => ({
  currency_code,
  ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)),
})
