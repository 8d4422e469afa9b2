import { headerDescriptions, localeOf, numberFormats } from '@kontor/contract/checkout/checkout-design.rules'
import { brandColors, readableOn } from '@kontor/contract/checkout/design-colors.rules'
import { formatMoney } from '@kontor/contract/money'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { SegmentedControl, SimpleGrid } from '@mantine/core'
import styles from './design-fields.module.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../platform/form/color-field.tsx'
import { CheckField, ChoiceField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { useFormValues } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Section } from '../../ui/section.tsx'
import { CssField } from './css-field.tsx'
import { DesignPreview } from './design-preview.tsx'
import { ProductOrderField } from './product-order-field.tsx'
import { ReadableColorField } from './readable-color-field.tsx'
import { usePreview } from './use-preview.ts'

/** The fields of a design, or only its CSS rules, beside a preview of the page. */
export function DesignFields() {
  const { t } = useTranslation()
  const values = useFormValues()
  const [isCss, setCss] = useState(false)
  const problems = usePreview(values)?.css_problems ?? []
  return (
    <div className={styles.columns}>
      <div className={styles.sections}>
        <SegmentedControl
          aria-label={t('designs.mode')}
          value={isCss ? 'css' : 'fields'}
          onChange={(mode) => setCss(mode === 'css')}
          data={(['fields', 'css'] as const).map((mode) => ({ value: mode, label: t(`designs.mode_${mode}`) }))}
        />
        {isCss && <CssSection problems={problems} isCss />}
        <GeneralSection disabled={isCss} />
        <ColorsSection disabled={isCss} />
        <Section title={t('designs.products')} text={t('designs.products_text')}>
          <ProductOrderField disabled={isCss} />
        </Section>
        {!isCss && <CssSection problems={problems} isCss={false} />}
      </div>
      <DesignPreview values={values} />
    </div>
  )
}

function CssSection({ problems, isCss }: { problems: Parameters<typeof CssField>[0]['problems']; isCss: boolean }) {
  const { t } = useTranslation()
  return (
    <Section title={t('designs.css')} text={t(isCss ? 'designs.css_text' : 'designs.css_closed')}>
      <CssField problems={problems} disabled={!isCss} />
    </Section>
  )
}

function GeneralSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Section title={t('designs.general')} text={t('designs.general_text')}>
      <div className={styles.fields}>
        <TextField name="name" maxLength={200} disabled={disabled} />
        <LongTextField name="description" rows={2} description={t('designs.description_help')} disabled={disabled} />
        <RelatedField name="organisation" target={organisation} disabled={disabled} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ChoiceField
            name="header_payment_description"
            choices={headerDescriptions}
            description={t('designs.header_help')}
            disabled={disabled}
          />
          <ChoiceField
            name="number_format"
            choices={numberFormats}
            textOf={(format) => {
              const known = numberFormats.find((each) => each === format) ?? 'en_US'
              return `${formatMoney(123_456, 'EUR', localeOf(known))} – ${labels.value('number_format', undefined, format)}`
            }}
            disabled={disabled}
          />
        </SimpleGrid>
        <CheckField name="show_language_switch" description={t('designs.switch_help')} disabled={disabled} />
      </div>
    </Section>
  )
}

function ColorsSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const values = useFormValues()
  const chosen = (name: keyof typeof brandColors) => {
    const value = values[name]
    return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : brandColors[name]
  }
  const back = chosen('background_color') ?? brandColors.background_color
  const header = chosen('header_color') ?? (values.background_image_url ? '#ffffff' : back)
  const button = chosen('button_color') ?? brandColors.button_color
  return (
    <Section title={t('designs.look')} text={t('designs.look_text')}>
      <div className={styles.fields}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ColorField name="background_color" fallback={brandColors.background_color} disabled={disabled} />
          <ColorField name="header_color" fallback={header} disabled={disabled} />
          <ReadableColorField
            name="header_text_color"
            fallback={readableOn(header, brandColors.header_text_color)}
            on={header}
            disabled={disabled}
          />
          <ColorField name="button_color" fallback={brandColors.button_color} disabled={disabled} />
          <ReadableColorField
            name="button_text_color"
            fallback={readableOn(button, brandColors.button_text_color)}
            on={button}
            disabled={disabled}
          />
        </SimpleGrid>
        <TextField
          name="logo_url"
          type="url"
          placeholder="https://"
          description={t('designs.logo_help')}
          disabled={disabled}
        />
        <TextField
          name="background_image_url"
          type="url"
          placeholder="https://"
          description={t('designs.image_help')}
          disabled={disabled}
        />
      </div>
    </Section>
  )
}
