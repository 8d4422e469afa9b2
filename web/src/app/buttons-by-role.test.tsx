import type { Entity } from '@kontor/contract/entity'
import { welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { middleware } from '@kontor/contract/middleware/middleware.entity'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { cleanup, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { id, sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import WelcomeMailPanel from '../identity/welcome-mails/welcome-mail.panel.tsx'
import { welcomeMails } from '../identity/welcome-mails/welcome-mail.screen.ts'
import MiddlewarePanel from '../middleware/middleware.panel.tsx'
import { middlewares } from '../middleware/middleware.screen.ts'
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

const switched = ['Edit', 'Deactivate']

// Written by hand from 001 section 6, and from no part of the program.
const panels: Readonly<Record<string, Panel>> = {
  PSP_MERCHANT: {
    ...{ entity: merchant, on: merchants, panel: MerchantPanel, given: { revenue: [] } },
    ...{ CREATE: [], UPDATE: ['Edit', 'The sample is active'], DELETE: [] },
  },
  ORGANISATION: {
    ...{ entity: organisation, on: organisations, panel: OrganisationPanel },
    ...{ CREATE: ['Add organisation'], UPDATE: ['Edit'], DELETE: ['Delete'] },
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
}

it.each(Object.entries(panels))('a panel shows to each role of %s the buttons that it may press', async (area, of) => {
  const row = { ...sampleOf(of.entity), name: 'The sample', ...of.given }
  server.mockImplementation(async (address) =>
    Response.json(new URL(address, 'http://localhost').pathname.endsWith(`/${id}`) ? row : []),
  )
  const buttonsOf = async (verb: string): Promise<string[]> => {
    cleanup()
    show(<of.panel id={id} />, { psp: area.startsWith('PSP_'), roles: [`${area}_LIST`, `${area}_${verb}`] }, of.on)
    await screen.findAllByText('The sample', undefined, { timeout: 10_000 })
    const pressed = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('switch')]
    return pressed.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
  }
  const looking = await buttonsOf('LIST')
  const added = async (verb: string) => (await buttonsOf(verb)).filter((each) => !looking.includes(each))
  const { CREATE, UPDATE, DELETE } = of
  expect(looking.filter((each) => [...CREATE, ...UPDATE, ...DELETE].includes(each))).toEqual([])
  expect({ CREATE: await added('CREATE'), UPDATE: await added('UPDATE'), DELETE: await added('DELETE') }).toEqual({
    ...{ CREATE, UPDATE, DELETE },
  })
  expect((await added('ALL')).sort()).toEqual([...CREATE, ...UPDATE, ...DELETE].sort())
})
