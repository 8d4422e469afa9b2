import { z } from 'zod'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { freeText, lineOfText, ofList, ofText, orCommas, pictureAddress, plainText, rowSchema, uuid } from '../wire.ts'
import { checkoutDesign } from './checkout-design.entity.ts'
import { headerDescriptions, mostCss, numberFormats } from './checkout-design.rules.ts'

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'invalid_color')
  .transform((value) => value.toLowerCase())
  .nullable()
  .optional()
  .meta({ description: 'A colour as #rrggbb; the brand’s own when absent' })

const image = pictureAddress.nullable().optional()

const products = z
  .array(z.enum(paymentProducts))
  .min(1, ofList('required'))
  .refine((given) => new Set(given).size === given.length, 'twice')

const orderedProducts = orCommas(products)
  .default([...paymentProducts])
  .meta({ description: 'The products that the page offers, in order; all when absent' })

const look = {
  header_payment_description: z.enum(headerDescriptions).default('merchant_reference'),
  background_color: color,
  background_image_url: image,
  logo_url: image,
  header_color: color,
  header_text_color: color,
  button_color: color,
  button_text_color: color,
  show_language_switch: z.boolean().default(true),
  payment_product_order: orderedProducts,
  number_format: z.enum(numberFormats).default('en_US'),
  css: plainText(mostCss)
    .nullable()
    .optional()
    .meta({ description: 'Only cosmetic rules are allowed (docs/adr/0046)' }),
}

const body = z.strictObject({
  name: lineOfText(200).min(1, ofText('required')),
  description: freeText(500).nullable().optional(),
  organisation: uuid.optional().meta({ description: 'The merchant itself when absent' }),
  ...look,
})

export const createCheckoutDesignSchemas = {
  body,
  reply: rowSchema(checkoutDesign),
}

export const updateCheckoutDesignSchemas = {
  body,
  reply: rowSchema(checkoutDesign),
}

export const deleteCheckoutDesignSchemas = {
  body: z.strictObject({}),
  reply: z.null(),
}

export const cssProblems = ['syntax', 'at_rule', 'selector', 'property', 'value', 'important', 'nested'] as const

const cssProblem = z.object({
  line: z.int(),
  reason: z.enum(cssProblems),
  /** The part of the style sheet that the answer is about. */
  part: z.string(),
})

export type CssProblem = z.infer<typeof cssProblem>

export const previewCheckoutDesignSchemas = {
  body: z.strictObject(look),
  reply: z.object({ stylesheet: z.string(), css_problems: z.array(cssProblem) }),
}
