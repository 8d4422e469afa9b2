import '@mantine/core/styles/Radio.layer.css'
import { Radio, Stack } from '@mantine/core'
import { type FieldProps, useField } from './fields.tsx'

interface RadioFieldProps<C extends string> extends FieldProps {
  choices: readonly C[]
  textOf: (choice: C) => string
}

/** A field for one of a few values, all of them on screen. */
export function RadioField<C extends string>({ choices, textOf, ...props }: RadioFieldProps<C>) {
  const { value, set, input } = useField(props, 'choosing')
  const { label, description, error, disabled, readOnly } = input
  return (
    <Radio.Group label={label} description={description} error={error} value={String(value ?? '')} onChange={set}>
      <Stack gap="xs" my="xs">
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={textOf(choice)} disabled={disabled || readOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
