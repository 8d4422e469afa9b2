import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  eventsOfType,
  hasTier,
  isMonthBound,
  isWithoutAmount,
  isWithoutPayment,
  maskOf,
  type PriceEvent,
  type SchemeType,
} from '@kontor/contract/pricing/price.rules'
import { trySchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Alert, Button, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { AmountInput } from '../../platform/value/amount-input.tsx'
import { type AmountValue, amountIn } from '../../platform/value/amount-typed.ts'
import { useCurrencies } from '../../platform/value/use-currencies.ts'
import { useGateways } from '../../platform/value/use-gateways.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { namedValues, useLineWords } from '../line-words.ts'
import type { SchemeVersion } from './scheme-version.ts'
import styles from './try-payment.module.css'

interface TryPaymentProps {
  type: SchemeType
  row: Scheme
  version: SchemeVersion
}

type Reply = ReplyOf<(typeof trySchemeVersionEndpoint)['REVENUE']>
type Name = keyof typeof namedValues | 'gateway'

const names: readonly (keyof typeof namedValues)[] = [
  'product',
  'brand',
  'holder',
  'funding',
  'region',
  'domestic',
  'channel',
]

/** The payment that somebody describes. */
interface Asked {
  event: PriceEvent
  amount: AmountValue
  /** What the merchant captured in the month before. */
  volume: AmountValue
  /** Of a PARTNER scheme: what the share is of, where that is the fee or the margin. */
  base: AmountValue
  facts: Partial<Record<Name, string>>
}

/** Asks which line prices a payment that somebody describes, and says which others would have fitted. */
export function TryPayment({ type, row, version }: TryPaymentProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const used = useCurrencies({ enabled: row.currency_code === null }) ?? []
  const [chosen, setChosen] = useState<string>()
  const currency = row.currency_code ?? chosen ?? used[0] ?? 'EUR'
  const [asked, setAsked] = useState<Asked>({
    event: 'capture',
    amount: 10_000,
    volume: 0,
    base: 100,
    facts: { product: 'card' },
  })
  const [reply, setReply] = useState<Reply>()
  const [isPressed, setPressed] = useState(false)
  const trying = useSubmit(async () => {
    setPressed(true)
    const query = queryOf(asked, currency, baseOf(version.share_of))
    // The words come from the lists of the contract.
    const of = { params: { id: row.id, version: version.id }, query: query as never }
    if (query) setReply(await call(trySchemeVersionEndpoint[type], of))
  })
  const submit = (given: FormEvent) => {
    given.preventDefault()
    void trying.submit()
  }
  const change = (changed: Partial<Asked>) => {
    setAsked({ ...asked, ...changed })
    setReply(undefined)
  }
  const changeCurrency = (next: string) => {
    const { amount, volume, base } = asked
    const of = (value: AmountValue) => amountIn(value, currency, next)
    setChosen(next)
    change({ amount: of(amount), volume: of(volume), base: of(base) })
  }
  return (
    <PanelSection title={t('pricing.try')}>
      <form onSubmit={submit} aria-label={t('pricing.try')}>
        <AskedFields
          {...{ asked, isPressed, currency, type }}
          currencies={row.currency_code === null ? [...new Set([...used, currency])] : []}
          onCurrency={changeCurrency}
          shareOf={version.share_of}
          onChange={change}
          of={row.currency_code}
          hasTiers={version.lines.some(hasTier)}
          asksGateway={type === 'COST' || version.lines.some(({ passes_on }) => passes_on !== null)}
        />
        <Button size="xs" variant="default" type="submit" mt="xs" loading={trying.isBusy}>
          {t('pricing.try_verb')}
        </Button>
      </form>
      <div role="status">
        {reply && <Outcome reply={reply} version={version} currency={currency} of={row.currency_code} />}
      </div>
      {trying.refusal && (
        <Alert color="red" role="alert" mt="xs">
          {textOf(trying.refusal)}
        </Alert>
      )}
    </PanelSection>
  )
}

/** A minimum or maximum of a month is compared with its other fees. */
const hasAmount = (event: PriceEvent): boolean => !isWithoutAmount(event) || isMonthBound(event)

type Base = 'FEE' | 'MARGIN'
const baseOf = (shareOf: SchemeVersion['share_of']): Base | undefined =>
  shareOf === null || shareOf === 'VOLUME' ? undefined : shareOf

/** Undefined while the amount is none. */
function queryOf({ event, amount, volume, base, facts }: Asked, currency_code: string, of: Base | undefined) {
  const asked = hasAmount(event) ? amount : 0
  if (typeof asked !== 'number' || volume === 'invalid') return undefined
  if (of && typeof base !== 'number') return undefined
  const shared = {
    event,
    amount: String(asked),
    volume: String(volume ?? 0),
    currency_code,
    ...(of && { base: String(base) }),
  }
  if (isWithoutPayment(event)) return shared
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''))
  return { ...shared, product: 'card', ...known }
}

interface AskedFieldsProps {
  type: SchemeType
  /** Of a PARTNER scheme: what its percentages are of. */
  shareOf: SchemeVersion['share_of']
  asked: Asked
  /** Somebody asked already: an amount that is missing is said. */
  isPressed: boolean
  onChange: (changed: Partial<Asked>) => void
  currency: string
  /** Those to choose from, where the scheme is of all currencies. */
  currencies: readonly string[]
  onCurrency: (currency: string) => void
  /** The currency of the scheme. */
  of: string | null
  /** Prices of the version depend on the volume. */
  hasTiers: boolean
  /** The answer depends on costs, which may be those of a gateway. */
  asksGateway: boolean
}

function AskedFields(props: AskedFieldsProps) {
  const { type, shareOf, asked, isPressed, onChange, currency, currencies, onCurrency, of, hasTiers, asksGateway } =
    props
  const { event, amount, volume, base, facts } = asked
  const share = baseOf(shareOf)
  const { t } = useTranslation()
  const words = useLineWords(of)
  const gateways = useGateways({ enabled: asksGateway }) ?? []
  return (
    <div className={styles.facts}>
      <NativeSelect
        size="xs"
        label={t('pricing.event_label')}
        data={eventsOfType(type).map((value) => ({ value, label: t(`pricing.event.${value}`) }))}
        value={event}
        // The options are the events.
        onChange={(chosen) => onChange({ event: chosen.currentTarget.value as PriceEvent })}
      />
      {currencies.length > 0 && (
        <NativeSelect
          size="xs"
          label={t('pricing.dimension.currency_code')}
          data={[...currencies]}
          value={currency}
          onChange={(chosen) => onCurrency(chosen.currentTarget.value)}
        />
      )}
      {hasAmount(event) && (
        <AmountInput
          size="xs"
          label={t(isMonthBound(event) ? 'pricing.fees_of_month' : 'pricing.amount')}
          currency={currency}
          value={amount}
          error={amount === 'invalid' || (isPressed && amount === null) ? t('form.amount_required') : undefined}
          onChange={(value) => onChange({ amount: value })}
        />
      )}
      {share && (
        <AmountInput
          size="xs"
          label={t(`pricing.share_base.${share}`)}
          currency={currency}
          value={base}
          error={base === 'invalid' || (isPressed && base === null) ? t('form.amount_required') : undefined}
          onChange={(value) => onChange({ base: value })}
        />
      )}
      {hasTiers && (
        <AmountInput
          size="xs"
          label={t('pricing.volume')}
          currency={currency}
          value={volume}
          error={volume === 'invalid' && t('pricing.amount_invalid')}
          onChange={(value) => onChange({ volume: value })}
        />
      )}
      {asksGateway && !isWithoutPayment(event) && (
        <NativeSelect
          size="xs"
          label={t('pricing.dimension.gateway')}
          data={[
            { value: '', label: t('pricing.unknown') },
            ...gateways.map(({ name, label }) => ({ value: name, label })),
          ]}
          value={facts.gateway ?? ''}
          onChange={(chosen) => onChange({ facts: { ...facts, gateway: chosen.currentTarget.value } })}
        />
      )}
      {(isWithoutPayment(event) ? [] : names).map((name) => (
        <NativeSelect
          key={name}
          size="xs"
          label={t(`pricing.dimension.${name}`)}
          data={[
            ...(name === 'product' ? [] : [{ value: '', label: t('pricing.unknown') }]),
            ...namedValues[name].map((value) => ({ value, label: words.valueText(name, value) })),
          ]}
          value={facts[name] ?? ''}
          onChange={(chosen) => onChange({ facts: { ...facts, [name]: chosen.currentTarget.value } })}
        />
      ))}
    </div>
  )
}

interface OutcomeProps {
  reply: Reply
  version: SchemeVersion
  currency: string
  /** The currency of the scheme. */
  of: string | null
}

function Outcome({ reply, version, currency, of }: OutcomeProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const words = useLineWords(of)
  const won = reply.line === null ? undefined : version.lines[reply.line - 1]
  if (!won || reply.line === null || reply.fee === null)
    return (
      <Text size="sm" mt="xs">
        {t('pricing.no_line_fits')}
      </Text>
    )
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        {t('pricing.won', {
          fee: money(reply.fee, currency),
          number: reply.line,
          name: words.nameOf(won),
          price: words.priceText(won),
        })}
      </Text>
      {reply.passed && (
        <Text size="sm">
          {t(reply.passed.cost_scheme === null ? 'pricing.passed_unknown' : 'pricing.passed_expected', {
            interchange: money(reply.passed.interchange, currency),
            scheme_fees: money(reply.passed.scheme_fees, currency),
            scheme: reply.passed.cost_scheme ?? '',
          })}
        </Text>
      )}
      {reply.beaten.map((number) => {
        const line = version.lines[number - 1]
        return (
          line && (
            <Text size="sm" key={number}>
              {t(maskOf(line) === 0 ? 'pricing.beaten_default' : 'pricing.beaten', {
                number,
                name: words.nameOf(line),
                price: words.priceText(line),
              })}
            </Text>
          )
        )
      })}
    </>
  )
}
