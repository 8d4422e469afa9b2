import type { Entity } from '@kontor/contract/entity'
import { providerUser, user } from '@kontor/contract/identity/users/user.entity'
import { welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { importEntity } from '@kontor/contract/imports/import.entity'
import { middleware } from '@kontor/contract/middleware/middleware.entity'
import { apiKey } from '@kontor/contract/organisations/api-keys.entity'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { share } from '@kontor/contract/shares/share.entity'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { id, sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import ProviderUserPanel from '../identity/users/provider-user.panel.tsx'
import UserPanel from '../identity/users/user.panel.tsx'
import { pspUsers, users } from '../identity/users/user.screen.ts'
import WelcomeMailPanel from '../identity/welcome-mails/welcome-mail.panel.tsx'
import { welcomeMails } from '../identity/welcome-mails/welcome-mail.screen.ts'
import ImportPanel from '../imports/import.panel.tsx'
import { imports } from '../imports/import.screen.ts'
import MiddlewarePanel from '../middleware/middleware.panel.tsx'
import { middlewares } from '../middleware/middleware.screen.ts'
import ApiKeyPanel from '../organisations/api-keys/api-key.panel.tsx'
import { apiKeys } from '../organisations/api-keys/api-key.screen.ts'
import MerchantPanel from '../organisations/merchants/merchant.panel.tsx'
import { merchants } from '../organisations/merchants/merchant.screen.ts'
import OrganisationPanel from '../organisations/organisation.panel.tsx'
import { organisations } from '../organisations/organisation.screen.ts'
import PaymentProfilePanel from '../organisations/profiles/payment-profile.panel.tsx'
import { paymentProfiles } from '../organisations/profiles/payment-profile.screen.ts'
import type { OpenScreen } from '../platform/screen/screen.ts'
import ProcessorPanel from '../processors/processor.panel.tsx'
import { processors } from '../processors/processor.screen.ts'
import ProcessorSettlementPanel from '../processors/settlements/processor-settlement.panel.tsx'
import { processorSettlements } from '../processors/settlements/processor-settlement.screen.ts'
import SharePanel from '../shares/share.panel.tsx'
import { shareRequests } from '../shares/share.screen.ts'

const { server, show } = stage()

interface Panel {
  entity: Entity
  on: OpenScreen
  panel: ComponentType<{ id: string }>
  given?: object
  /** The buttons that a role adds to those of whoever may only look. */
  CREATE: readonly string[]
  UPDATE: readonly string[]
  DELETE: readonly string[]
}

const nobody = { CREATE: [], UPDATE: [], DELETE: [] }
const ofUser = { ...nobody, entity: user, on: users, panel: UserPanel, DELETE: ['Delete'] }
const ofKey = {
  ...nobody,
  entity: apiKey,
  on: apiKeys,
  panel: ApiKeyPanel,
  UPDATE: ['Edit', 'Replace'],
  DELETE: ['Revoke'],
}
const ofShare = (given: object) => ({
  ...{ ...nobody, entity: share, on: shareRequests, panel: SharePanel, UPDATE: ['History'] },
  given: { processor_name: 'The sample', ...given },
})
const ofImport = (given: object) => ({
  ...{ ...nobody, entity: importEntity, on: imports, panel: ImportPanel },
  given: {
    ...{ file_name: 'The sample', type: 'customer', task: null, problem: null, file_deleted_at: null },
    ...{ rows_ok: 0, rows_known: 0, rows_rejected: 0, can_go_on: false, ...given },
  },
})
const switched = ['Edit', 'Deactivate']

// Written by hand from 001 section 6, and from no part of the program.
const panels: Readonly<Record<string, Panel>> = {
  PSP_MERCHANT: {
    ...{ entity: merchant, on: merchants, panel: MerchantPanel, given: { revenue: [] } },
    ...{ CREATE: [], UPDATE: ['Edit', 'The sample is active'], DELETE: [] },
  },
  ORGANISATION: {
    ...{ entity: organisation, on: organisations, panel: OrganisationPanel },
    ...{ CREATE: ['Add organisation below The sample'], UPDATE: ['Edit'], DELETE: ['Delete'] },
  },
  PAYMENT_PROFILE: {
    ...{ entity: paymentProfile, on: paymentProfiles, panel: PaymentProfilePanel },
    ...{ CREATE: ['Clone'], UPDATE: ['Edit'], DELETE: ['Delete'] },
  },
  PSP_PROCESSOR: {
    ...{ entity: processor, on: processors, panel: ProcessorPanel, given: { shared: false } },
    ...{ CREATE: [], UPDATE: switched, DELETE: [] },
  },
  PSP_PROCESSOR_SETTLEMENT: {
    ...{ entity: processorSettlement, on: processorSettlements, panel: ProcessorSettlementPanel },
    ...{ CREATE: [], UPDATE: switched, DELETE: [] },
  },
  PSP_MIDDLEWARE: {
    ...{ entity: middleware, on: middlewares, panel: MiddlewarePanel },
    ...{ CREATE: [], UPDATE: switched, DELETE: ['Delete'] },
  },
  PSP_WELCOME: {
    ...{ entity: welcomeMail, on: welcomeMails, panel: WelcomeMailPanel },
    given: { default: false, psp_default: false },
    ...{ CREATE: [], UPDATE: ['Edit'], DELETE: ['Delete'] },
  },
  'PLATFORMUSER, invited': {
    ...{ ...ofUser, given: { status: 'INVITED' } },
    UPDATE: ['Edit', 'Copy link', 'Resend invitation', 'Disable'],
  },
  'PLATFORMUSER, active': {
    ...{ ...ofUser, given: { status: 'ACTIVE' } },
    UPDATE: ['Edit', 'Mail password link', 'Disable', 'More', 'Sign out everywhere', 'Reset second factor'],
  },
  'PLATFORMUSER, locked': {
    ...{ ...ofUser, given: { status: 'LOCKED' } },
    UPDATE: ['Edit', 'Mail password link', 'Disable', 'More', 'Sign out everywhere', 'Reset second factor'],
  },
  'PLATFORMUSER, disabled': {
    ...{ ...ofUser, given: { status: 'DISABLED' } },
    UPDATE: ['Edit', 'Enable', 'More', 'Reset second factor'],
  },
  'PSP_USER, active': {
    ...{ ...ofUser, panel: ProviderUserPanel, entity: providerUser, on: pspUsers },
    given: { status: 'ACTIVE', merchant: null },
    UPDATE: ['Edit', 'Mail password link', 'Disable', 'More', 'Sign out everywhere', 'Reset second factor'],
  },
  'PSP_APIKEY, active': { ...ofKey, given: { status: 'ACTIVE' } },
  'PSP_APIKEY, being replaced': { ...ofKey, given: { status: 'ROTATING' }, UPDATE: ['Edit', 'Not possible now'] },
  'PSP_APIKEY, revoked': { ...ofKey, given: { status: 'REVOKED' }, UPDATE: [], DELETE: [] },
  'SHARE, received': { ...ofShare({ status: 'PENDING', side: 'received' }), UPDATE: ['Accept', 'Decline', 'History'] },
  'SHARE, sent': { ...ofShare({ status: 'PENDING', side: 'sent' }), UPDATE: ['Withdraw', 'History'] },
  'SHARE, sent and accepted': { ...ofShare({ status: 'ACCEPTED', side: 'sent' }), UPDATE: ['Stop sharing', 'History'] },
  'SHARE, sent and declined': { ...ofShare({ status: 'DECLINED', side: 'sent' }), DELETE: ['Delete'] },
  'SHARE, received and accepted': ofShare({ status: 'ACCEPTED', side: 'received' }),
  'PSP_IMPORT, running': {
    ...ofImport({ status: 'RUNNING', task: 'import' }),
    ...{ CREATE: ['Cancel import'], UPDATE: ['Cancel import'] },
  },
  'PSP_IMPORT, done in part': {
    ...ofImport({ status: 'PARTLY_DONE', rows_rejected: 2, rows_ok: 5 }),
    ...{ CREATE: ['Rejected rows again'], UPDATE: ['Rejected rows again'], DELETE: ['Revert'] },
  },
  'PSP_IMPORT, given up': {
    ...ofImport({ status: 'PARTLY_DONE', problem: 'gave_up', can_go_on: true, rows_ok: 5 }),
    ...{ CREATE: ['Go on'], UPDATE: ['Go on'], DELETE: ['Revert'] },
  },
  'PSP_IMPORT, whose taking back was given up': {
    ...ofImport({ status: 'PARTLY_DONE', problem: 'gave_up', rows_ok: 5 }),
    DELETE: ['Revert'],
  },
  'PSP_IMPORT, done': { ...ofImport({ status: 'DONE', rows_ok: 5 }), DELETE: ['Revert'] },
}

it.each(Object.entries(panels))(
  'a panel shows to each role of %s the buttons that it may press',
  async (ofWhat, of) => {
    const [area = ''] = ofWhat.split(',')
    const row = { ...sampleOf(of.entity), name: 'The sample', ...of.given }
    server.mockImplementation(async (address) =>
      Response.json(new URL(address, 'http://localhost').pathname.endsWith(`/${id}`) ? row : []),
    )
    const buttonsOf = async (verb: string): Promise<string[]> => {
      cleanup()
      show(<of.panel id={id} />, { psp: area.startsWith('PSP_'), roles: [`${area}_LIST`, `${area}_${verb}`] }, of.on)
      await screen.findAllByText('The sample', undefined, { timeout: 10_000 })
      const pressed = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('switch')]
      const more = screen.queryByRole('button', { name: 'More' })
      if (more) fireEvent.click(more)
      const rare = more ? await screen.findAllByRole('menuitem') : []
      return [...pressed, ...rare].map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
    }
    const looking = await buttonsOf('LIST')
    const added = async (verb: string) => (await buttonsOf(verb)).filter((each) => !looking.includes(each))
    const { CREATE, UPDATE, DELETE } = of
    expect(looking.filter((each) => [...CREATE, ...UPDATE, ...DELETE].includes(each))).toEqual([])
    expect({ CREATE: await added('CREATE'), UPDATE: await added('UPDATE'), DELETE: await added('DELETE') }).toEqual({
      ...{ CREATE, UPDATE, DELETE },
    })
    expect((await added('ALL')).sort()).toEqual([...new Set([...CREATE, ...UPDATE, ...DELETE])].sort())
  },
)
