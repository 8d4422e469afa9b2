import { localeOf, localFirst, numberFormats } from '@kontor/contract/checkout/checkout-design.rules'
import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import type { FormValues } from '../../platform/form/record-form.tsx'

/** The first values of a new design: amounts and payment methods as the readers of this language know them. */
export function newDesign(language: string): FormValues {
  const number_format = numberFormats.find((each) => isOf(language, localeOf(each))) ?? 'en_US'
  const country = number_format.slice(-2)
  return {
    name: '',
    description: '',
    organisation: '',
    header_payment_description: 'merchant_reference',
    background_color: '',
    background_image_url: '',
    logo_url: '',
    header_color: '',
    header_text_color: '',
    button_color: '',
    button_text_color: '',
    show_language_switch: true,
    payment_product_order: localFirst(paymentProducts, country),
    number_format,
    css: '',
  }
}

const isOf = (language: string, locale: string): boolean => locale === language || locale.startsWith(`${language}-`)
