import { contrastOf, goodContrast, leastContrast } from '@kontor/contract/checkout/design-colors.rules'
import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorField, colorOf } from '../../platform/form/color-field.tsx'
import { useFormValues } from '../../platform/form/record-form.tsx'
import styles from './readable-color-field.module.css'

interface ReadableColorFieldProps extends ComponentProps<typeof ColorField> {
  /** The background colour: a colour too similar to it cannot be read. */
  on: string
}

export function ReadableColorField({ on, ...props }: ReadableColorFieldProps) {
  const values = useFormValues()
  return (
    <div>
      <ColorField {...props} />
      <ContrastNote contrast={contrastOf(colorOf(values[props.name], props.fallback), on)} />
    </div>
  )
}

/** A note while the contrast is too low. It does not prevent saving. */
function ContrastNote({ contrast }: { contrast: number }) {
  const { t, i18n } = useTranslation()
  if (contrast >= goodContrast) return null
  const ratio = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(contrast)
  return (
    <Text size="xs" role="status" className={styles.note}>
      {t(contrast < leastContrast ? 'designs.contrast_replaced' : 'designs.contrast_low', { ratio })}
    </Text>
  )
}
