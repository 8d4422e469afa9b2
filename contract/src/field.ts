/**
 * The kinds of value that a field of an entity can have. A field is data: it describes a value, and not how the value
 * is fetched or drawn. The wire schemas (`wire.ts`), list queries (`list-query.ts`), table cells and filter editors
 * read it.
 */

export type FieldKind =
  | 'id'
  | 'text'
  | 'money'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'conditions'
  | 'country'
  | 'currency'
  | 'gateway'
  | 'ref'
  | 'refs'

export interface Field<T = unknown> {
  readonly kind: FieldKind
  /** A value may be missing: `null` on the wire. */
  readonly optional: boolean
  /** The values of a `choice` or `choices`. */
  readonly choices?: readonly string[]
  /** The ranges of an `integer` of which a filter takes one, by name: the first and the last number. */
  readonly ranges?: Readonly<Record<string, readonly [number, number]>>
  /** The entity that a `ref` or `refs` names. */
  readonly entity?: string
  /** The field of the same row that holds the currency of a `money`. */
  readonly currency?: string
  /** A short word for programs (`status-reasons.ts`); people are shown its text. */
  readonly isCode?: boolean
  /** The name of whoever did something, or `provider`. */
  readonly isPerson?: boolean
  /** Exists only in the type system. */
  readonly value?: T
}

const plain = <T>(kind: FieldKind): Field<T> => ({ kind, optional: false })

/** A UUIDv7 in its canonical lower-case form. */
export const id = () => plain<string>('id')
export const text = () => plain<string>('text')
/** A text that holds a code, of which many are known (`status-reasons.ts`). */
export const code = (): Field<string> => ({ kind: 'text', optional: false, isCode: true })
/** The word for the provider's staff, which merchants read instead of a name, and in histories as `actor_kind`. */
export const provider = 'provider'
/** The name of the person or the API key that did something. A merchant reads `provider` for its provider's staff. */
export const person = (): Field<string> => ({ kind: 'text', optional: false, isPerson: true })
/** An integer in minor units of the currency that the row's field `currency` names. */
export const money = (currency = 'currency_code'): Field<number> => ({ kind: 'money', optional: false, currency })
export const integer = (ranges?: Field['ranges']): Field<number> => ({
  ...plain<number>('integer'),
  ...(ranges && { ranges }),
})
/** A fraction or another number with a few decimals. PostgreSQL stores it exactly. */
export const decimal = () => plain<number>('decimal')
export const flag = () => plain<boolean>('boolean')
/** An instant, ISO 8601 in UTC with milliseconds. */
export const timestamp = () => plain<string>('timestamp')
/** A calendar day, `2026-10-31`: the same day in every time zone. */
export const date = () => plain<string>('date')
export const choice = <const C extends readonly string[]>(choices: C): Field<C[number]> => ({
  kind: 'choice',
  optional: false,
  choices,
})
/** Several of the choices. */
export const choices = <const C extends readonly string[]>(of: C): Field<C[number][]> => ({
  kind: 'choices',
  optional: false,
  choices: of,
})
/** Several texts, such as the networks of an API key. Not a filter. */
export const texts = () => plain<string[]>('texts')
/** Conditions on payments, each a name, an operator and a value, all of which must hold. Not a filter. */
export const conditions = <C>() => plain<C[]>('conditions')
/** ISO 3166-1 alpha-2. */
export const country = () => plain<string>('country')
/** ISO 4217. */
export const currency = () => plain<string>('currency')
/** The word for a payment gateway. The server knows which there are, and their names. */
export const gateway = () => plain<string>('gateway')
/** The id of a row of another entity; `_populate` replaces it by the row. */
export const ref = (entity: string): Field<string> => ({ kind: 'ref', optional: false, entity })
export const refs = (entity: string): Field<string[]> => ({ kind: 'refs', optional: false, entity })

/** The merchant that a row belongs to. */
export const ofMerchant = { merchant: ref('merchant'), merchant_name: text() }

export const optional = <T>(field: Field<T>): Field<T | null> => ({ ...field, optional: true }) as Field<T | null>
