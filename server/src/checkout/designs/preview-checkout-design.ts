import type { previewCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { checkCss } from './design-css.ts'
import { designStylesheet } from './design-stylesheet.ts'

/** The sheet of a design as it stands in its form, and what of its CSS would be refused. Nothing is written. */
export const previewCheckoutDesign = (
  input: ReadBody<typeof previewCheckoutDesignEndpoint>,
): ReplyOf<typeof previewCheckoutDesignEndpoint> => ({
  stylesheet: designStylesheet(input),
  css_problems: [...checkCss(input.css ?? '').problems],
})
