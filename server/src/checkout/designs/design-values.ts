import type { createCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { checkCss } from './design-css.ts'

export type DesignInput = ReadBody<typeof createCheckoutDesignEndpoint>

export async function designValues(trx: Trx, { organisation: _, ...input }: DesignInput) {
  await refuseCardNumber(trx, 'body.description', input.description ?? undefined)
  if (input.css && checkCss(input.css).problems.length > 0)
    throw new Refusal('invalid_request', { 'body.css': 'css_refused' })
  return {
    ...input,
    description: input.description || null,
    background_color: input.background_color ?? null,
    background_image_url: input.background_image_url ?? null,
    logo_url: input.logo_url ?? null,
    header_color: input.header_color ?? null,
    header_text_color: input.header_text_color ?? null,
    button_color: input.button_color ?? null,
    button_text_color: input.button_text_color ?? null,
    css: input.css || null,
  }
}
