import { defineEndpoint } from '../../endpoint.ts'
import { welcomeMail } from './welcome-mail.entity.ts'
import type * as schemas from './welcome-mail.schemas.ts'

export const createWelcomeMailEndpoint = defineEndpoint<typeof schemas.createWelcomeMailSchemas>()({
  name: 'create-welcome-mail',
  method: 'POST',
  path: '/v1/psp/welcomemail',
  area: 'welcome_mail',
  summary: 'Create a welcome mail',
  access: welcomeMail.roles.create,
  status: 201,
  changes: ['welcome_mail'],
})

/** Setting a flag removes it from the mail that had it. Invitations that wait are sent with the text of that moment. */
export const updateWelcomeMailEndpoint = defineEndpoint<typeof schemas.updateWelcomeMailSchemas>()({
  name: 'update-welcome-mail',
  method: 'POST',
  path: '/v1/psp/welcomemail/:id',
  area: 'welcome_mail',
  summary: 'Change a welcome mail, and whom it invites',
  access: welcomeMail.roles.update,
  changes: ['welcome_mail'],
})

export const deleteWelcomeMailEndpoint = defineEndpoint<typeof schemas.deleteWelcomeMailSchemas>()({
  name: 'delete-welcome-mail',
  method: 'DELETE',
  path: '/v1/psp/welcomemail/:id',
  area: 'welcome_mail',
  summary: 'Delete a welcome mail that invites nobody',
  access: welcomeMail.roles.delete,
  status: 204,
  refusals: ['welcome_mail_in_use'],
  changes: ['welcome_mail'],
})

/** The preview is mailed to the caller alone, in the caller's language. Programs have no mailbox. */
export const previewWelcomeMailEndpoint = defineEndpoint<typeof schemas.previewWelcomeMailSchemas>()({
  name: 'preview-welcome-mail',
  method: 'POST',
  path: '/v1/psp/welcomemail/:id/preview',
  area: 'welcome_mail',
  summary: 'Mail a welcome mail to oneself, at most five times a minute',
  access: welcomeMail.roles.list,
  personOnly: true,
  status: 204,
  refusals: ['too_many_attempts'],
})
