import { defineEndpoint } from '../endpoint.ts'
import { anyOf } from '../roles.ts'
import { terminal } from './terminal.entity.ts'
import type * as schemas from './terminal.schemas.ts'

/** Adds a device to a merchant's shop. The provider supplies devices. */
export const createTerminalEndpoint = defineEndpoint<typeof schemas.createTerminalSchemas>()({
  name: 'create-terminal',
  method: 'POST',
  path: '/v1/terminal',
  area: 'terminal',
  module: 'terminals',
  summary: 'Add a terminal',
  access: anyOf('PSP_ALL'),
  status: 201,
  refusals: ['terminal_id_taken'],
  changes: ['terminal'],
})

/** Renames a terminal, or assigns it to another shop of the merchant. */
export const updateTerminalEndpoint = defineEndpoint<typeof schemas.updateTerminalSchemas>()({
  name: 'update-terminal',
  method: 'POST',
  path: '/v1/terminal/:id',
  area: 'terminal',
  module: 'terminals',
  summary: 'Rename a terminal or assign it to another shop',
  access: terminal.roles.update,
  changes: ['terminal'],
})

/** The terminal accepts payments again. */
export const activateTerminalEndpoint = defineEndpoint<typeof schemas.activateTerminalSchemas>()({
  name: 'activate-terminal',
  method: 'POST',
  path: '/v1/terminal/:id/activate',
  area: 'terminal',
  module: 'terminals',
  summary: 'Activate a terminal',
  access: terminal.roles.update,
  changes: ['terminal'],
})

/** Payments that name the terminal are refused from now on. */
export const deactivateTerminalEndpoint = defineEndpoint<typeof schemas.deactivateTerminalSchemas>()({
  name: 'deactivate-terminal',
  method: 'POST',
  path: '/v1/terminal/:id/deactivate',
  area: 'terminal',
  module: 'terminals',
  summary: 'Deactivate a terminal',
  access: terminal.roles.update,
  changes: ['terminal'],
})

/** Deletes a terminal that never took a payment, such as one added by mistake. Any other can only be deactivated. */
export const deleteTerminalEndpoint = defineEndpoint<typeof schemas.deleteTerminalSchemas>()({
  name: 'delete-terminal',
  method: 'DELETE',
  path: '/v1/terminal/:id',
  area: 'terminal',
  module: 'terminals',
  summary: 'Delete a terminal that never took a payment',
  access: anyOf('PSP_ALL'),
  status: 204,
  refusals: ['terminal_in_use'],
  changes: ['terminal'],
})

export const terminalEventsEndpoint = defineEndpoint<typeof schemas.terminalEventsSchemas>()({
  name: 'list-terminal-events',
  method: 'GET',
  path: '/v1/terminal/:id/events',
  area: 'terminal',
  module: 'terminals',
  summary: 'List what people did with a terminal, newest first',
  access: terminal.roles.list,
})

export const terminalRequestsEndpoint = defineEndpoint<typeof schemas.terminalRequestsSchemas>()({
  name: 'list-terminal-requests',
  method: 'GET',
  path: '/v1/terminal/:id/requests',
  area: 'terminal',
  module: 'terminals',
  summary: 'List the requests of a terminal to the payments API, newest first',
  access: terminal.roles.list,
})
