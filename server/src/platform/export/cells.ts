import { currencyExponents } from '@kontor/contract/codes/currencies'
import type { Entity } from '@kontor/contract/entity'
import { type RawBuilder, sql } from 'kysely'
import { formulaPattern } from './formula.ts'

export interface CellStyle {
  /** Put an apostrophe before a text that a spreadsheet program would run as a formula. */
  isInert: boolean
  /** Amounts as 25,00, and instants without a zone, which every spreadsheet program reads. */
  hasComma: boolean
  /** Instants and days as the numbers of days by which a workbook counts time: 46320.25 is 2026-10-25 06:00:00. */
  hasSerials: boolean
}

/** The fields as texts. */
export function cellsOf(entity: Entity, columns: readonly string[], style: CellStyle): RawBuilder<unknown> {
  return sql.join(columns.map((name) => cellOf(entity, name, style)))
}

function cellOf(entity: Entity, name: string, { isInert, hasComma, hasSerials }: CellStyle): RawBuilder<unknown> {
  const field = entity.fields[name]
  const value = sql.ref(`row.${name}`)
  switch (field?.kind) {
    case 'money':
      return withMark(decimal(value, sql.ref(`row.${field.currency}`)), hasComma)
    case 'decimal':
      return withMark(value, hasComma)
    // ISO 8601 with the offset of the reader's zone at that instant: 2026-10-25T02:30:00.000+02:00.
    case 'timestamp':
      if (hasSerials) return serial(value, wallClockSerial(value), instantText(value, exactInstant))
      return instantText(value, hasComma ? plainInstant : exactInstant)
    case 'date':
      return hasSerials ? serial(value, sql`${value} - date '1899-12-30'`, sql`${value}::text`) : value
    case 'refs':
    case 'choices':
      return joined(value)
    case 'texts':
      return isInert ? inert(joined(value)) : joined(value)
    case 'conditions':
      return sql`(select string_agg(concat_ws(' ', each ->> 'name', each ->> 'operator', each ->> 'value'), '; ')
        from jsonb_array_elements(${value}) as each)`
    case 'boolean':
      return sql`${value}::text`
    case 'text':
      return isInert ? inert(value) : value
    default:
      return value
  }
}

const joined = (values: RawBuilder<unknown>) => sql`array_to_string(${values}, ' ')`

const exactInstant = 'YYYY-MM-DD"T"HH24:MI:SS.MSTZH:TZM'
const plainInstant = 'YYYY-MM-DD HH24:MI:SS'
const instantText = (value: RawBuilder<unknown>, form: string) => sql`to_char(${value}, ${sql.lit(form)})`

/** Whole seconds: a spreadsheet program would show the last half second of a day, and of a month, as the next one. */
const wallClockSerial = (value: RawBuilder<unknown>) =>
  sql`floor(date_part('epoch', ${value}::timestamp)) / 86400 + 25569`

/** Workbooks count a 29 February 1900, which never was, so that programs differ on the days before March 1900. */
const serial = (value: RawBuilder<unknown>, number: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
  sql`case when ${value} >= '1900-03-01' and ${value} < '10000-01-01' then (${number})::text else ${otherwise} end`

const withMark = (number: RawBuilder<unknown>, hasComma: boolean) =>
  hasComma ? sql`replace((${number})::text, '.', ',')` : number

/**
 * Makes formulas harmless. Most texts begin with a letter or a digit, and that test is quicker than the test for a
 * formula.
 */
export function inert(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const isPlain = sql`(ascii(${value}) between 48 and 57 or ascii(${value}) between 65 and 122)`
  return sql`case when ${isPlain} then ${value}
    when ${value} ~ ${sql.lit(formulaPattern)} then '''' || ${value} else ${value} end`
}

/** An exact decimal number: 25.00. */
function decimal(value: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<unknown> {
  const others = [...Map.groupBy(Object.entries(currencyExponents), ([, exponent]) => exponent)].filter(
    ([exponent]) => exponent !== 2,
  )
  const cases = others.map(([exponent, entries]) => {
    const codes = sql.join(entries.map(([code]) => sql.lit(code)))
    return sql`when ${currency} in (${codes}) then ${scaled(value, exponent)}`
  })
  return sql`case ${sql.join(cases, sql` `)} else ${scaled(value, 2)} end`
}

/**
 * The amount in major units. A product has as many decimals as its factors together, so it has the currency's scale
 * without a division.
 */
const scaled = (value: RawBuilder<unknown>, exponent: number): RawBuilder<unknown> =>
  exponent === 0 ? sql`${value}::numeric` : sql`${value} * ${sql.lit(`0.${'0'.repeat(exponent - 1)}1`)}::numeric`
