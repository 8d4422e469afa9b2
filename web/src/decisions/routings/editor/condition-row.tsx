import { operatorsOf, ruleNamesOf } from '@kontor/contract/decisions/conditions/condition.rules'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AlsoMissing } from '../../conditions/also-missing.tsx'
import { useConditionWords } from '../../conditions/condition-words.ts'
import { ValueField } from '../../conditions/value-field.tsx'
import { type Edit, type Path, problemOf, type Row } from './tree-edit.ts'
import treeEditor from './tree-editor.module.css'

interface ConditionRowProps {
  row: Row
  at: Path
  place: number
  currency: string
  merchant: string | undefined
  /** True once somebody tried to finish: then what is missing is said. */
  saysMissing: boolean
  /** A reason of the server, by the part of the condition. */
  refused: (part: keyof Row) => string | undefined
  isFixed: boolean
  onEdit: (edit: Edit) => void
  onRemove: () => void
}

const rules = ruleNamesOf('routing')

/** A condition that is being written: its name, its operator and its value. */
export function ConditionRow(props: ConditionRowProps) {
  const { row, at, place, currency, merchant, saysMissing, refused, isFixed, onEdit, onRemove } = props
  const { t } = useTranslation()
  const { ruleText, operatorChoice, problemText } = useConditionWords()
  const problem = saysMissing ? problemOf(row) : undefined
  const errorOf = (part: keyof Row) => (problem?.part === part ? problemText(row.name, problem.reason) : refused(part))
  const operators = row.name === null ? [] : operatorsOf(row.name, 'routing')
  const choose = { value: '', label: t('form.choose') }
  const number = place + 1
  return (
    <fieldset className={treeEditor.condition} data-condition={place}>
      <legend>{place === 0 ? t('routings.if') : t('routings.and')}</legend>
      <NativeSelect
        label={t('conditions.name')}
        value={row.name ?? ''}
        error={errorOf('name')}
        disabled={isFixed}
        data={[...(row.name ? [] : [choose]), ...rules.map((name) => ({ value: name, label: ruleText(name) }))]}
        onChange={({ currentTarget }) => {
          const name = rules.find((each) => each === currentTarget.value)
          if (name) onEdit({ kind: 'set_name', at, row: place, name })
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
          if (operator) onEdit({ kind: 'set_operator', at, row: place, operator })
        }}
      />
      {row.name !== null && row.operator !== null ? (
        <ValueField
          key={row.name}
          name={row.name}
          value={row.value}
          currency={currency}
          merchant={merchant}
          label={t('conditions.value')}
          error={errorOf('value')}
          disabled={isFixed}
          onChange={(value) => onEdit({ kind: 'set_value', at, row: place, value })}
        />
      ) : (
        <span />
      )}
      {place > 0 && (
        <ActionIcon
          size={36}
          className={treeEditor.remove}
          aria-label={t('routings.remove_condition', { number })}
          title={t('routings.remove_condition', { number })}
          disabled={isFixed}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <AlsoMissing name={row.name} operator={row.operator} />
    </fieldset>
  )
}
