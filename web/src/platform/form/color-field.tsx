import { CloseButton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import { useLabels } from '../value/labels.ts'
import './color-field.css'
import { type FieldProps, useField } from './fields.tsx'
import { useRecordForm } from './record-form.tsx'

interface ColorFieldProps extends FieldProps {
  /** What it is when nothing is chosen. */
  fallback: string
  /** Colours to choose from, by their names. */
  palette?: Readonly<Record<string, string>>
}

/** A colour by its picker, from a palette, or as `#rrggbb`. */
export function ColorField({ fallback, palette, ...props }: ColorFieldProps) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const labels = useLabels()
  const { entity } = useRecordForm()
  const { value, set, input } = useField(props)
  const typed = typeof value === 'string' ? value : ''
  const name = labels.field(entity, props.name)
  const isFixed = input.disabled || input.readOnly
  return (
    <div>
      <TextInput
        {...input}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        classNames={{ input: 'tabular' }}
        placeholder={fallback}
        value={typed}
        onChange={(event) => set(event.currentTarget.value.trim())}
        leftSection={
          <input
            type="color"
            className="color-picker"
            aria-label={t('form.pick_color', { name })}
            value={colorOf(typed, fallback)}
            disabled={isFixed}
            onChange={(event) => set(event.currentTarget.value)}
          />
        }
        rightSection={
          typed !== '' &&
          !input.withAsterisk &&
          !input.disabled && <CloseButton aria-label={t('form.default_color', { name })} onClick={() => set('')} />
        }
      />
      {palette && (
        <fieldset className="color-palette" aria-label={t('form.palette')} disabled={isFixed}>
          {Object.entries(palette).map(([each, color]) => (
            <button
              key={each}
              type="button"
              style={{ background: color }}
              aria-label={textOf('color', each, color)}
              title={textOf('color', each, color)}
              aria-pressed={typed.toLowerCase() === color}
              onClick={() => set(color)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** What is shown while a colour is typed. */
export const colorOf = (typed: unknown, fallback: string): string =>
  typeof typed === 'string' && /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : fallback
