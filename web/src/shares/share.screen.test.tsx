import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { createSharesEndpoint } from '@kontor/contract/shares/share.endpoints'
import { share } from '@kontor/contract/shares/share.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { EntitiesContext } from '../platform/api/related.ts'
import { AddButton } from '../platform/list/add-button.tsx'
import { shareRequests } from './share.screen.ts'

const { show } = stage()
const entities = new Map([share, processor, organisation].map((entity) => [entity.name, entity]))

it.each([
  [['USER_ALL'], true],
  [['SHARE_CREATE', 'ORGANISATION_LIST', 'PROCESSOR_LIST'], true],
  [['SHARE_ALL'], false],
  [['SHARE_ALL', 'PROCESSOR_LIST'], false],
  [['SHARE_ALL', 'ORGANISATION_LIST'], false],
  [['SHARE_LIST', 'ORGANISATION_LIST', 'PROCESSOR_LIST'], false],
])(
  'a processor is offered for sharing to those alone who may choose it and who receives it: %j',
  async (roles, isOffered) => {
    show(
      <EntitiesContext value={entities}>
        <p>shown</p>
        <AddButton do={createSharesEndpoint}>{() => null}</AddButton>
      </EntitiesContext>,
      { roles },
      shareRequests,
    )
    await screen.findByText('shown')
    expect(screen.queryByRole('button', { name: 'Share a processor' }) !== null).toBe(isOffered)
  },
)
