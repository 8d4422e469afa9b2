import {
  type ConditionValue,
  type Operator,
  operatorsOf,
  ruleNamesOf,
  ruleTypeOf,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { problemsOfCondition } from '@kontor/contract/decisions/conditions/condition-problems'
import { asksNothing, mostRules } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { ActionIcon, Button, Fieldset, NativeSelect, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Fieldset.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { AlsoMissing } from '../conditions/also-missing.tsx'
import { useConditionWords } from '../conditions/condition-words.ts'
import { ValueField } from '../conditions/value-field.tsx'
import { emptyRule, type RuleDraft } from './rule-draft.ts'
import styles from './rule-rows.module.css'

/** The rules of a ruleset, one row each. A payment is hit when all of them hold. */
export function RuleRows({ merchant }: { merchant: string | undefined }) {
  const { t } = useTranslation()
  const { form, errorOf, isFixed } = useRecordForm()
  const rows = form.values['rules'] as RuleDraft[]
  const set = (next: RuleDraft[]) => form.setFieldValue('rules', next)
  const problem = errorOf('rules')
  const currency = String(form.values['currency_code'])
  return (
    <Fieldset legend={t('rulesets.rules')} className={styles.rows}>
      <Text size="sm" c="dimmed">
        {t('rulesets.rules_help')}
      </Text>
      {rows.map((row, place) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; what is typed is in the form.
          key={place}
          row={row}
          place={place}
          merchant={merchant}
          currency={currency}
          saysProblems={problem !== undefined && problem !== null}
          isFixed={isFixed}
          isBlocking={form.values['action'] === 'block'}
          onChange={(next) => set(rows.with(place, next))}
          onRemove={rows.length > 1 ? () => set(rows.toSpliced(place, 1)) : undefined}
        />
      ))}
      {problem && !rows.some((row) => problemOf(row)) && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={isFixed || rows.length >= mostRules}
          onClick={() => set([...rows, emptyRule])}
        >
          {t('rulesets.add_rule')}
        </Button>
      </div>
    </Fieldset>
  )
}

/** The first problem of a rule: its part, and the reason. */
function problemOf(row: RuleDraft): { part: string; reason: string } | undefined {
  if (row.operator && asksNothing(row)) return undefined
  const [first] = problemsOfCondition(row, 'ruleset')
  return first && { part: String(first.path[0]), reason: first.reason }
}

interface RuleRowProps {
  row: RuleDraft
  place: number
  merchant: string | undefined
  currency: string
  saysProblems: boolean
  isFixed: boolean
  /** Payments that are hit are lost. */
  isBlocking: boolean
  onChange: (next: RuleDraft) => void
  onRemove: (() => void) | undefined
}

const names = ruleNamesOf('ruleset')

/** Picking a name enables the operator and clears the value; picking an operator enables the value (001 section 4). */
function RuleRow(props: RuleRowProps) {
  const { row, place, merchant, currency, saysProblems, isFixed, isBlocking, onChange, onRemove } = props
  const { t } = useTranslation()
  const { ruleText, operatorChoice, problemText } = useConditionWords()
  const problem = saysProblems ? problemOf(row) : undefined
  const errorOf = (part: keyof RuleDraft) =>
    problem?.part === part ? problemText(row.name, problem.reason) : undefined
  const operators = row.name === null ? [] : operatorsOf(row.name, 'ruleset')
  const choose = { value: '', label: t('form.choose') }
  const number = place + 1
  return (
    <fieldset aria-label={t('rulesets.rule', { number })} className={styles.row}>
      <NativeSelect
        label={t('rulesets.rule_name')}
        value={row.name ?? ''}
        error={errorOf('name')}
        disabled={isFixed}
        data={[...(row.name ? [] : [choose]), ...names.map((name) => ({ value: name, label: ruleText(name) }))]}
        onChange={({ currentTarget }) => {
          const name = names.find((each) => each === currentTarget.value)
          if (name) onChange({ name, operator: null, value: null })
        }}
      />
      <NativeSelect
        label={t('conditions.operator_label')}
        value={row.operator ?? ''}
        error={errorOf('operator')}
        disabled={isFixed || row.name === null}
        data={[...(row.operator ? [] : [choose]), ...operators.map(operatorChoice)]}
        onChange={({ currentTarget }) => {
          const operator = operators.find((each) => each === currentTarget.value)
          if (operator) onChange({ ...row, operator, value: keptValue(row, operator) })
        }}
      />
      {row.name === null || row.operator === null ? (
        <TextInput label={t('conditions.value')} error={errorOf('value')} disabled />
      ) : (
        <ValueField
          key={`${row.name} ${isList(row.operator)}`}
          name={row.name}
          operator={row.operator}
          value={row.value}
          currency={currency}
          merchant={merchant}
          label={t('conditions.value')}
          error={errorOf('value')}
          disabled={isFixed}
          onChange={(value) => onChange({ ...row, value })}
        />
      )}
      {onRemove && (
        <ActionIcon
          size={36}
          className={styles.remove}
          aria-label={t('rulesets.remove_rule', { number })}
          title={t('rulesets.remove_rule', { number })}
          disabled={isFixed}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <AlsoMissing name={row.name} operator={row.operator} isWarning={isBlocking} />
    </fieldset>
  )
}

const isList = (operator: Operator | null) => operator === 'IN' || operator === 'NOT_IN'

/** A value stays with another operator, and becomes the first of a list; what is no number goes. */
function keptValue({ name, value }: RuleDraft, operator: Operator): ConditionValue | null {
  if (value === null || (typeof value === 'string' && name && ruleTypeOf(name).kind === 'number')) return null
  if (isList(operator)) return typeof value === 'object' ? value : [value]
  return typeof value === 'object' ? (value[0] ?? null) : value
}
