import { z } from 'zod'
import { demoPeople } from './demo.rules.ts'

const person = z.object({
  key: z.enum(demoPeople),
  email: z.string(),
  name: z.string(),
  /** The secret of the person's authenticator, as public as the password. */
  totp_secret: z.string().optional(),
})

export const demoReply = z.object({
  password: z.string(),
  people: z.array(person),
  /** The page with the demo's mails; null: a mail server sends them. */
  mails: z.string().nullable(),
  /** The sandbox processor; null: a browser elsewhere cannot reach it. */
  sandbox: z.string().nullable(),
})
export type Demo = z.output<typeof demoReply>

export const demoSchemas = { reply: demoReply }
