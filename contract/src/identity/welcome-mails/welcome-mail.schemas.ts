import { z } from 'zod'
import { filled, ofText, plainText, reference, rowSchema, uuid } from '../../wire.ts'
import { welcomeMail } from './welcome-mail.entity.ts'
import { hasKnownPlaceholders, leadsToPassword, mostWelcomeContent } from './welcome-mail.rules.ts'

const content = plainText(mostWelcomeContent)
  .min(1, ofText('required'))
  .regex(leadsToPassword, 'link_missing')
  .refine(hasKnownPlaceholders, 'unknown_placeholder')
  .refine((text) => !/[^\P{Cc}\r\n\t]/u.test(text), 'invalid_text')
  .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .meta({
    description:
      'Text with [name], [merchant], [url], [enter_password_button] and [url_forgot_password], and with at least one of [url] and [enter_password_button]. An empty line begins a paragraph',
  })

const name = filled(reference(100))
const flags = {
  default: z.boolean().optional().meta({ description: 'It invites users of merchants, instead of the one that did' }),
  psp_default: z
    .boolean()
    .optional()
    .meta({ description: 'It invites the provider’s staff, instead of the one that did' }),
}

const reply = rowSchema(welcomeMail)

export const createWelcomeMailSchemas = {
  body: z.strictObject({ name, content, content_en: content.nullable().optional(), ...flags }),
  reply,
}

/** Absent fields stay as they are. A body may repeat the id of its address, as specification 001 sends it. */
export const updateWelcomeMailSchemas = {
  body: z.strictObject({
    id: uuid.optional(),
    name: name.optional(),
    content: content.optional(),
    content_en: content.nullable().optional(),
    ...flags,
  }),
  reply,
}

export const deleteWelcomeMailSchemas = { body: z.strictObject({}), reply: z.null() }

export const previewWelcomeMailSchemas = { body: z.strictObject({}), reply: z.null() }
