import { customer } from '@kontor/contract/customers/customer.entity'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import type { CustomerRow } from './rows.ts'

/** Every field of a customer. Sealed fields are masked; `sensitive` replaces them for viewers who may read them. */
export function CustomerFields({ row, sensitive }: { row: CustomerRow; sensitive?: Sensitive }) {
  const labels = useLabels()
  const label = (name: keyof CustomerRow) => labels.field(customer, name)
  const word = (name: 'gender' | 'segment' | 'country_code') =>
    row[name] && labels.value(name, customer.fields[name], row[name])
  const street = [row.street_address, row.house_number, row.house_number_suffix].filter(Boolean).join(' ')
  return (
    <FieldList
      fields={[
        [label('email_address'), row.email_address],
        [label('title'), row.title],
        [label('initials'), row.initials],
        [label('first_name'), row.first_name],
        [label('last_name'), row.last_name],
        [label('gender'), word('gender')],
        [label('date_of_birth'), sensitive?.date_of_birth ?? row.date_of_birth],
        [label('social_security_number'), sensitive?.social_security_number ?? row.social_security_number],
        [label('phone_number'), row.phone_number],
        [label('fax_number'), row.fax_number],
        [label('street_address'), street],
        [label('postal_code'), row.postal_code],
        [label('city'), row.city],
        [label('region'), row.region],
        [label('country_code'), word('country_code')],
        [label('segment'), word('segment')],
        [label('status_reason'), row.status_reason],
        [label('reference'), row.reference],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        ...(row.erased_at ? [[label('erased_at'), <Instant key="erased" value={row.erased_at} />] as const] : []),
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}

export interface Sensitive {
  date_of_birth: React.ReactNode
  social_security_number: React.ReactNode
}
