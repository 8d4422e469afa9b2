import { newLine } from '@kontor/contract/pricing/new-line'
import { mostLines, type SchemeType } from '@kontor/contract/pricing/price.rules'
import { saveSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { partnerShares, reserveBases } from '@kontor/contract/pricing/scheme.rules'
import { saveSchemeVersionSchemas } from '@kontor/contract/pricing/scheme.schemas'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuidv4 } from 'uuid'
import { AmountField, ChoiceField, IntegerField, TextField } from '../../platform/form/fields.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { draftName, useSeen } from '../../platform/form/use-draft.ts'
import { notify } from '../../platform/notify.ts'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { Check } from './check.tsx'
import { LineFields } from './line-fields.tsx'
import { lineOf, percentageOf, ppmTyped, type TypedLine, typedOf } from './typed-line.ts'
import styles from './version.form.module.css'

interface VersionFormProps {
  type: SchemeType
  row: Scheme
  version: SchemeVersion
  onClose: () => void
}

/** Writes the prices of a draft. What is wrong with them is said beside, and a draft may be saved with it. */
export function VersionForm({ type, row, version, onClose }: VersionFormProps) {
  const { t, i18n } = useTranslation()
  const endpoint = saveSchemeVersionEndpoint[type]
  // The version may be read again while the form is open: what was seen is what is saved over.
  const [opened] = useState(() => valuesOf({ type, row, version }, i18n.language))
  const seen = useSeen(draftName(endpoint, row.id, version.id), { revision: version.revision })
  return (
    <RecordForm
      endpoint={endpoint}
      body={saveSchemeVersionSchemas.body}
      params={{ id: row.id, version: version.id }}
      title={t('pricing.editor_title', { number: version.number, name: row.name })}
      verb={t('action.save')}
      size={type === 'RESERVE' ? 'md' : 'min(90rem, 100%)'}
      opened
      onClose={onClose}
      initial={opened}
      seen={seen}
      bodyOf={(values) => bodyOf(values, seen.revision)}
      onDone={() => notify({ color: 'green', message: t('pricing.lines_saved') })}
    >
      {type === 'RESERVE' && <Terms currency={row.currency_code} />}
      {type === 'PARTNER' && (
        <ChoiceField
          name="share_of"
          label={t('pricing.share_of')}
          choices={partnerShares}
          textOf={(share) => t(`pricing.share.${share}`)}
        />
      )}
      {type !== 'RESERVE' && <Lines type={type} row={row} />}
    </RecordForm>
  )
}

function valuesOf(
  { type, row, version }: Pick<VersionFormProps, 'type' | 'row' | 'version'>,
  language: string,
): FormValues {
  if (type === 'RESERVE')
    return {
      hold_ppm: percentageOf(version.hold_ppm ?? 0, language) || '0',
      hold_days: version.hold_days,
      hold_base: version.hold_base,
      // Without a currency of the scheme there is no cap.
      ...(row.currency_code && { hold_cap: version.hold_cap }),
    }
  const lines = version.lines.map(({ id, ...line }) => typedOf(line, language, String(id)))
  return type === 'PARTNER' ? { lines, share_of: version.share_of } : { lines }
}

function bodyOf({ lines = [], ...values }: FormValues, revision: number): FormValues {
  const percentage = values['hold_ppm']
  return {
    ...values,
    ...(typeof percentage === 'string' ? { hold_ppm: ppmTyped(percentage) ?? percentage } : {}),
    revision,
    // What is not a line yet is refused by the schema.
    lines: (lines as TypedLine[]).map((line) => lineOf(line) ?? 'invalid'),
  }
}

/** Of a reserve: what is held of each payment, how long, and up to which amount. */
function Terms({ currency }: { currency: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="hold_ppm" label={t('pricing.hold_percentage')} isRequired autoFocus />
      <IntegerField
        name="hold_days"
        label={t('pricing.hold_days')}
        description={t('pricing.hold_days_help')}
        isRequired
      />
      {currency && (
        <AmountField
          name="hold_cap"
          label={t('pricing.hold_cap')}
          description={t('pricing.hold_cap_help', { currency })}
          currency={currency}
        />
      )}
      <ChoiceField
        name="hold_base"
        label={t('pricing.hold_base')}
        choices={reserveBases}
        textOf={(base) => t(`pricing.base.${base}`)}
      />
    </>
  )
}

function Lines({ type, row: { id, currency_code: currency } }: Pick<VersionFormProps, 'type' | 'row'>) {
  const { t, i18n } = useTranslation()
  const { form, isFixed } = useRecordForm()
  const lines = (form.values['lines'] ?? []) as TypedLine[]
  const list = useRef<HTMLOListElement>(null)
  const set = (changed: readonly TypedLine[]) => form.setFieldValue('lines', changed)
  // The first field of a line gets the focus: a new one is filled in, and after a removal the keyboard stays in the list.
  const focus = (at: number) =>
    setTimeout(() => list.current?.children[at]?.querySelector<HTMLElement>('select, input')?.focus())

  function insert(at: number, line: TypedLine) {
    set(lines.toSpliced(at, 0, { ...line, key: uuidv4() }))
    focus(at)
  }
  return (
    <div className={styles.beside}>
      <div>
        <ol className={styles.lines} ref={list} aria-label={t('pricing.lines')}>
          {lines.map((line, at) => (
            <LineFields
              key={line.key}
              line={line}
              number={at + 1}
              currency={currency}
              type={type}
              isReadOnly={isFixed}
              onChange={(changed) => set(lines.with(at, changed))}
              onCopy={() => insert(at + 1, line)}
              onRemove={() => {
                set(lines.toSpliced(at, 1))
                focus(Math.max(0, at - 1))
              }}
            />
          ))}
        </ol>
        <Button
          variant="default"
          mt="sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isFixed || lines.length >= mostLines}
          onClick={() => insert(lines.length, typedOf(newLine(), i18n.language, ''))}
        >
          {t('pricing.add_line')}
        </Button>
      </div>
      <Check
        lines={lines}
        currency={currency}
        type={type}
        revenueScheme={type === 'REVENUE' ? id : undefined}
        onOpen={(number) => focus(number - 1)}
      />
    </div>
  )
}
