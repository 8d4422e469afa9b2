import { contrastOf, goodContrast, leastContrast } from '@kontor/contract/checkout/checkout-design.rules'
import { CloseButton, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../platform/form/fields.tsx'
import { useLabels } from '../../platform/value/labels.ts'

interface ColorFieldProps extends FieldProps {
  /** What it is when nothing is chosen. */
  fallback: string
  /** What it is read on: too alike, it cannot be. */
  on?: string
}

/** A colour by its picker or as `#rrggbb`; empty is the brand's. */
export function ColorField({ fallback, on, ...props }: ColorFieldProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { value, set, input } = useField(props)
  const typed = typeof value === 'string' ? value : ''
  const shown = isColor(typed) ? typed.toLowerCase() : fallback
  const name = labels.field({ name: 'checkout' }, props.name)
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
            aria-label={t('designs.pick', { name })}
            value={shown}
            disabled={input.disabled || input.readOnly}
            onChange={(event) => set(event.currentTarget.value)}
          />
        }
        rightSection={
          typed !== '' &&
          !input.disabled && <CloseButton aria-label={t('designs.default_color', { name })} onClick={() => set('')} />
        }
      />
      {on && <ContrastNote contrast={contrastOf(shown, on)} />}
    </div>
  )
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Said as long as it is true; nobody is kept from it. */
function ContrastNote({ contrast }: { contrast: number }) {
  const { t, i18n } = useTranslation()
  if (contrast >= goodContrast) return null
  const ratio = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(contrast)
  return (
    <Text size="xs" role="status" className="contrast-note">
      {t(contrast < leastContrast ? 'designs.contrast_replaced' : 'designs.contrast_low', { ratio })}
    </Text>
  )
}
