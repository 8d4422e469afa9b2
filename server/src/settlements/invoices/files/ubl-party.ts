import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { tag, textTag } from '../../../platform/xml/xml.ts'

type Party = InvoiceDocument['provider']

/** `hasVatNumber`: false where nothing is subject to VAT (BR-O-2). */
export function partyOf(of: Party, hasVatNumber: boolean): string {
  const vatNumber = hasVatNumber ? of.vat_number : null
  return tag(
    'cac:Party',
    addressOf(of) +
      tag('cac:PartyName', textTag('cbc:Name', of.name)) +
      postalAddress(of) +
      (vatNumber === null
        ? ''
        : tag('cac:PartyTaxScheme', textTag('cbc:CompanyID', vatNumber) + tag('cac:TaxScheme', tag('cbc:ID', 'VAT')))) +
      tag('cac:PartyLegalEntity', textTag('cbc:RegistrationName', of.name) + companyId(of)),
  )
}

/** The identifier of the Dutch chamber of commerce (ISO 6523). */
const chamber = '0106'
const isDutchNumber = ({ country_code, chamber_of_commerce }: Party): boolean =>
  country_code === 'NL' && /^\d{8}$/.test(chamber_of_commerce ?? '')

/** Where the party is reached over Peppol, if one of its numbers says it. */
function addressOf(of: Party): string {
  const scheme = vatSchemes[of.vat_number?.slice(0, 2) ?? '']
  if (isDutchNumber(of)) return textTag('cbc:EndpointID', of.chamber_of_commerce ?? '', ` schemeID="${chamber}"`)
  return scheme === undefined ? '' : textTag('cbc:EndpointID', of.vat_number ?? '', ` schemeID="${scheme}"`)
}

function companyId(of: Party): string {
  if (of.chamber_of_commerce === null) return ''
  return textTag('cbc:CompanyID', of.chamber_of_commerce, isDutchNumber(of) ? ` schemeID="${chamber}"` : '')
}

/** Invoices of earlier versions say the address as lines alone. */
function postalAddress({ place, address, country_code }: Party): string {
  const [street = null, ...others] = address
  const said = place ?? { street, extra: others.join(', ') || null, postal_code: null, locality: null, region: null }
  const line = (name: string, text: string | null) => (text === null ? '' : textTag(name, text))
  return tag(
    'cac:PostalAddress',
    line('cbc:StreetName', said.street) +
      line('cbc:AdditionalStreetName', said.extra) +
      line('cbc:CityName', said.locality) +
      line('cbc:PostalZone', said.postal_code) +
      line('cbc:CountrySubentity', said.region) +
      tag('cac:Country', textTag('cbc:IdentificationCode', country_code)),
  )
}

/** The identifier of VAT numbers by their first two letters (Electronic Address Scheme). */
const vatSchemes: Readonly<Record<string, string>> = {
  ...{ AT: '9914', BE: '9925', BG: '9926', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', EL: '9933', ES: '9920' },
  ...{ FI: '0213', FR: '9957', GB: '9932', HR: '9934', HU: '9910', IE: '9935', IT: '0211', LI: '9936', LT: '9937' },
  ...{ LU: '9938', LV: '9939', MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947', SE: '9955', SI: '9949' },
  ...{ DK: '0198', SK: '9950' },
}
