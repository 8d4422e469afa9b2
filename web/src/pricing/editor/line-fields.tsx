import {
  eventsOfType,
  isAncillary,
  isWithoutAmount,
  isWithoutPayment,
  longestText,
  monthEvents,
  type PriceDimension,
  type PriceEvent,
  passedCostsOfLines,
  passingEvents,
  priceDimensions,
  type SchemeType,
} from '@kontor/contract/pricing/price.rules'
import { ActionIcon, Box, NativeSelect, Pill, Text, TextInput } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../../platform/value/amount-input.tsx'
import { useCurrencies } from '../../platform/value/use-currencies.ts'
import { useGateways } from '../../platform/value/use-gateways.tsx'
import typography from '../../ui/words/typography.module.css'
import { namedValues, useLineWords } from '../line-words.ts'
import styles from './line-fields.module.css'
import { type amountNames, forEvent, ppmTyped, type TypedLine, withCurrency } from './typed-line.ts'

const ofAmount = ['amount_from', 'amount_until'] as const
/** What moves no money has a fixed price, and a month no amount either. */
const boundsOf = (event: PriceEvent) =>
  isWithoutAmount(event) ? [] : isAncillary(event) ? ofAmount : (['minimum', 'maximum', ...ofAmount] as const)
const tiers = ['tier_from', 'tier_until'] as const
/** Of costs: how much of them may be passed on as what. */
const costParts = ['interchange', 'scheme_fees'] as const

interface LineFieldsProps {
  line: TypedLine
  number: number
  /** Of the scheme. */
  currency: string | null
  /** Each type has fields of its own. */
  type: SchemeType
  isReadOnly: boolean
  onChange: (line: TypedLine) => void
  onCopy: () => void
  onRemove: () => void
}

/** The fields of one line: what it is for, what it names, and what it asks. */
export function LineFields({ line, number, currency, type, isReadOnly, onChange, onCopy, onRemove }: LineFieldsProps) {
  const { t } = useTranslation()
  const amount = { line, currency, isReadOnly, onChange }
  return (
    <li className={styles.line}>
      <Box role="group" aria-label={t('pricing.line_number', { number })}>
        <div className={styles.names}>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          <NativeSelect
            size="xs"
            aria-label={t('pricing.event_label')}
            disabled={isReadOnly}
            data={eventsOfType(type).map((value) => ({ value, label: t(`pricing.event.${value}`) }))}
            value={line.event}
            // The options are the events.
            onChange={(event) => onChange(forEvent(line, event.currentTarget.value as PriceEvent))}
          />
          <Conditions line={line} type={type} currency={currency} isReadOnly={isReadOnly} onChange={onChange} />
          <span className={styles.buttons}>
            <ActionIcon
              variant="subtle"
              aria-label={t('pricing.copy_line', { number })}
              title={t('pricing.copy_line', { number })}
              disabled={isReadOnly}
              onClick={onCopy}
            >
              <IconCopy size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('pricing.remove_line', { number })}
              title={t('pricing.remove_line', { number })}
              disabled={isReadOnly}
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </span>
        </div>
        <div className={styles.amounts}>
          <Amount name="fixed" label={labelOfFixed[line.event]} {...amount} />
          {!isAncillary(line.event) && <Percentage name="percentage" {...amount} />}
          {[...boundsOf(line.event), ...(type === 'REVENUE' ? tiers : [])].map((name) => (
            <Amount key={name} name={name} {...amount} />
          ))}
          {type === 'REVENUE' && <PassCost {...amount} />}
          {type === 'COST' &&
            costParts.map((part) => (
              <Fragment key={part}>
                <Amount name={`${part}_fixed`} {...amount} />
                <Percentage name={`${part}_percentage`} {...amount} />
              </Fragment>
            ))}
        </div>
        {type === 'REVENUE' && (
          <div className={styles.texts}>
            <ReadText name="text_nl" {...amount} />
            <ReadText name="text_en" {...amount} />
          </div>
        )}
        {monthEvents.some((event) => event === line.event) && (
          <Text size="xs" c="dimmed" mt={6}>
            {t('pricing.whole_month')}
          </Text>
        )}
      </Box>
    </li>
  )
}

type Changed = Pick<LineFieldsProps, 'line' | 'currency' | 'isReadOnly' | 'onChange'>

type AmountName = (typeof amountNames)[number]

/** The amount of a line is a minimum or a maximum where that is what the line is for. */
const labelOfFixed: Partial<Record<PriceEvent, AmountName>> = { month_minimum: 'minimum', month_maximum: 'maximum' }

interface AmountProps extends Changed {
  name: AmountName
  /** The name that it is shown by, if that is another one. */
  label?: AmountName | undefined
}

function Amount({ name, label = name, line, currency, isReadOnly, onChange }: AmountProps) {
  const { t } = useTranslation()
  const own = line.currency_code ?? currency
  return (
    <AmountInput
      size="xs"
      label={t(`pricing.${label}`)}
      // Without a currency an amount means nothing, and the field waits for one.
      currency={own ?? 'EUR'}
      disabled={own === null}
      readOnly={isReadOnly}
      value={line[name]}
      error={line[name] === 'invalid' && t('pricing.amount_invalid')}
      onChange={(value) => onChange({ ...line, [name]: value })}
    />
  )
}

/** How merchants read the price. An empty field is no text. */
function ReadText({ name, line, isReadOnly, onChange }: Changed & { name: 'text_nl' | 'text_en' }) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="xs"
      label={t(`pricing.${name}`)}
      autoComplete="off"
      maxLength={longestText}
      readOnly={isReadOnly}
      value={line[name] ?? ''}
      onChange={(event) => onChange({ ...line, [name]: event.currentTarget.value || null })}
    />
  )
}

type PercentageName = 'percentage' | `${(typeof costParts)[number]}_percentage`

function Percentage({ name, line, isReadOnly, onChange }: Changed & { name: PercentageName }) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="xs"
      label={t(`pricing.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      classNames={{ input: typography.tabular }}
      readOnly={isReadOnly}
      value={line[name]}
      error={ppmTyped(line[name]) === undefined && t('pricing.percentage_invalid')}
      onChange={(event) => onChange({ ...line, [name]: event.currentTarget.value })}
    />
  )
}

/** What of the cost is passed on. A line that passes something on and can no longer is shown with it. */
function PassCost({ line, isReadOnly, onChange }: Changed) {
  const { t } = useTranslation()
  if (line.passes_on === null && !passingEvents.includes(line.event)) return null
  return (
    <NativeSelect
      size="xs"
      label={t('pricing.passes_on')}
      disabled={isReadOnly}
      data={[
        { value: '', label: t('pricing.passes.none') },
        ...passedCostsOfLines.map((value) => ({ value, label: t(`pricing.passes.${value}`) })),
      ]}
      value={line.passes_on ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        onChange({ ...line, passes_on: passedCostsOfLines.find((value) => value === chosen) ?? null })
      }}
    />
  )
}

/** What the line names, a chip each with the way to take it away, and the choice of what else to name. */
function Conditions({ line, type, currency, isReadOnly, onChange }: Changed & Pick<LineFieldsProps, 'type'>) {
  const { t } = useTranslation()
  const words = useLineWords(currency)
  const currencies = useCurrencies() ?? []
  const gateways = useGateways({ enabled: type === 'COST' }) ?? []
  const named = priceDimensions.filter((name) => line[name] !== null)
  const isDefault = named.length === 0 && !isWithoutPayment(line.event)
  const choices = (name: PriceDimension): readonly string[] => {
    if (name === 'gateway') return gateways.map((gateway) => gateway.name)
    return name === 'currency_code' ? (currency === null ? currencies : []) : namedValues[name]
  }
  const name = (dimension: PriceDimension, value: string | null) =>
    onChange(
      dimension === 'currency_code'
        ? withCurrency(line, value, currency)
        : { ...line, [dimension]: dimension === 'domestic' && value !== null ? value === 'true' : value },
    )
  const addable = priceDimensions
    .filter((dimension) => dimension === 'currency_code' || !isWithoutPayment(line.event))
    .filter((dimension) => dimension !== 'gateway' || type === 'COST')
    .map((dimension) => ({
      group: t(`pricing.dimension.${dimension}`),
      items: choices(dimension).map((value) => ({
        value: `${dimension}:${value}`,
        label: words.valueText(dimension, value),
      })),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      {named.map((dimension) => {
        const text = words.valueText(dimension, line[dimension] ?? '')
        return (
          <Pill
            key={dimension}
            withRemoveButton={!isReadOnly}
            removeButtonProps={{
              'aria-label': t('pricing.remove_condition', { name: text }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => name(dimension, null)}
          >
            {text}
          </Pill>
        )
      })}
      {addable.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('pricing.add_condition')}
          disabled={isReadOnly}
          value=""
          data={[
            { value: '', label: isDefault ? t('pricing.everything_else_add') : t('pricing.add_condition') },
            ...addable,
          ]}
          onChange={(event) => {
            const [dimension, value] = event.currentTarget.value.split(':')
            const known = priceDimensions.find((each) => each === dimension)
            if (known && value) name(known, value)
          }}
        />
      )}
    </>
  )
}
