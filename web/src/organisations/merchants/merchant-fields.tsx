import { type Merchant, merchant } from '@kontor/contract/organisations/merchant.entity'
import type { ReactNode } from 'react'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { CategoryName } from '../category-field.tsx'

/** What a merchant says of itself, beside its name: labels and values, null where there is none. */
export function useMerchantFields(row: Merchant): (readonly [string, ReactNode])[] {
  const cell = useMerchantCell(row)
  const labels = useLabels()
  return [
    cell('legal_name'),
    cell('country_code'),
    cell('language'),
    cell('time_zone'),
    cell('base_currency'),
    [labels.field(merchant, 'mcc'), row.mcc && <CategoryName key="mcc" mcc={row.mcc} />],
    cell('external_id'),
    cell('vat_number'),
    cell('chamber_of_commerce'),
  ]
}

export function useMerchantCell(row: Merchant) {
  const labels = useLabels()
  return (name: keyof Merchant & string): readonly [string, ReactNode] => [
    labels.field(merchant, name),
    row[name] === null ? null : <Cell key={name} entity={merchant} name={name} row={row} />,
  ]
}
