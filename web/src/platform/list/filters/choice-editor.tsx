import { countryCodes } from '@kontor/contract/codes/countries'
import type { Field } from '@kontor/contract/field'
import { knownCodes } from '@kontor/contract/statuses/status-reasons'
import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import choices from '../../../ui/choices.module.css'
import { useLabels } from '../../value/labels.ts'
import { useCurrencies } from '../../value/use-currencies.ts'
import { useGateways } from '../../value/use-gateways.tsx'

interface ChoiceEditorProps {
  name: string
  field: Field
  isSingle: boolean
  values: readonly string[]
  onApply: (values: string[]) => void
}

/** One or several of a known set of values, with a search when the set is long. */
export function ChoiceEditor({ name, field, isSingle, values, onApply }: ChoiceEditorProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [chosen, setChosen] = useState<readonly string[]>(values)
  const [find, setFind] = useState('')
  const currencies = useCurrencies({ enabled: field.kind === 'currency' }) ?? []
  const gateways = useGateways({ enabled: field.kind === 'gateway' }) ?? []
  const known =
    field.kind === 'currency' || field.isCode
      ? [...new Set([...currencies, ...codesOf(name, field), ...values])]
      : optionsOf(field)
  const options =
    field.kind === 'gateway'
      ? gateways.map((gateway) => ({ value: gateway.name, label: gateway.label }))
      : known.map((value) => ({ value, label: labels.value(name, field, value) }))
  const matching = options.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(find.toLowerCase()))

  if (isSingle) {
    return (
      <Radio.Group
        value={values[0] ?? ''}
        onChange={(value) => onApply([value])}
        aria-label={labels.value(name, undefined, '')}
      >
        <Stack gap="xs">
          {options.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onApply([...chosen])
      }}
    >
      <Stack gap="xs" w={240}>
        {options.length > 8 && (
          <TextInput
            size="xs"
            aria-label={t('filter.find')}
            placeholder={t('filter.find')}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <div className={choices.choices}>
          {matching.map(({ value, label }) => (
            <Checkbox
              key={value}
              size="xs"
              label={label}
              checked={chosen.includes(value)}
              onChange={(event) =>
                setChosen(event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
          ))}
          {matching.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('filter.no_options')}
            </Text>
          )}
        </div>
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}

/** The codes that have a text. A processor may send others, which an address may name. */
const codesOf = (name: string, { isCode }: Field): readonly string[] =>
  isCode && Object.hasOwn(knownCodes, name) ? knownCodes[name as keyof typeof knownCodes] : []

function optionsOf(field: Field): readonly string[] {
  if (field.kind === 'boolean') return ['true', 'false']
  if (field.kind === 'country') return countryCodes
  return field.choices ?? []
}
