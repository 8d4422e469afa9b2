import { defineEntity, type Row } from '../../entity.ts'
import { flag, id, optional, text, timestamp } from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'

/**
 * The text of the mail that invites a new user. `content` is Dutch. Whoever has chosen English gets `content_en`, or
 * Kontor's own English text while it is null.
 */
export const welcomeMail = defineEntity({
  name: 'welcome_mail',
  resource: 'psp/welcomemail',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    content: text(),
    content_en: optional(text()),
    /** Invites the users of merchants; at most one does. */
    default: flag(),
    /** Invites the provider's staff; at most one does. */
    psp_default: flag(),
  },
  filters: { id: 'any', name: 'is', default: 'is', psp_default: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_WELCOME'),
  export: ['id', 'created_at', 'name', 'default', 'psp_default', 'content', 'content_en'],
})

export type WelcomeMail = Row<typeof welcomeMail>
