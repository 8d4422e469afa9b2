import { welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import type { Source } from '../../platform/rows/list.ts'

/** They are the provider's own, the same in the view of any merchant. */
export const welcomeMailSource: Source = {
  entity: welcomeMail,
  as: 'provider',
  rows: (db) =>
    db
      .selectFrom('welcome_mail')
      .select(['id', 'created_at', 'name', 'content', 'content_en', 'default', 'psp_default']),
}
