import { CloseButton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import { useLabels } from '../value/labels.ts'
import styles from './color-field.module.css'
import { type FieldProps, useField } from './fields.tsx'
import { useRecordForm } from './record-form.tsx'

interface ColorFieldProps extends FieldProps {
  /** The colour when nothing is chosen. */
  fallback: string
  /** Named colours to choose from. */
  palette?: Readonly<Record<string, string>>
}

/** A colour field with a picker, a palette, and text as `#rrggbb`. */
export function ColorField({ fallback, palette, ...props }: ColorFieldProps) {
  const { t } = useTranslation()
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
        classNames={{ input: typography.tabular }}
        placeholder={fallback}
        value={typed}
        onChange={(event) => set(event.currentTarget.value.trim())}
        leftSection={
          <input
            type="color"
            className={styles.picker}
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
        <fieldset className={styles.palette} aria-label={t('form.palette')} disabled={isFixed}>
          {Object.entries(palette).map(([each, color]) => (
            <button
              key={each}
              type="button"
              style={{ background: color }}
              aria-label={t(`color.${each}`)}
              title={t(`color.${each}`)}
              aria-pressed={typed.toLowerCase() === color}
              onClick={() => set(color)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The colour to show while somebody types. */
export const colorOf = (typed: unknown, fallback: string): string =>
  typeof typed === 'string' && /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : fallback
