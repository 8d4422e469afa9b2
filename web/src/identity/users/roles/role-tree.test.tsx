import { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import { grantableRoles, merchantRoles, type Role, roles } from '@kontor/contract/roles'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import { RoleTree } from './role-tree.tsx'

const { show } = stage()
const changed = vi.fn<(roles: Role[]) => void>()

function Tree({ value = [], grantable }: { value?: readonly Role[]; grantable: readonly Role[] }) {
  const [chosen, setChosen] = useState(value)
  const change = (next: Role[]) => {
    changed(next)
    setChosen(next)
  }
  return <RoleTree label="Roles" value={chosen} onChange={change} grantable={grantable} />
}

const given = async (value: readonly Role[], grantable: readonly Role[] = merchantRoles) => {
  show(<Tree value={value} grantable={grantable} />)
  await screen.findByRole('group', { name: 'Roles' })
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const open = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const saidOf = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent

describe('the tree of roles', () => {
  it('shows the roles of an area once it is opened, and opens those of which something is chosen', async () => {
    await given(['REFUND_LIST'])
    expect(box('Views refunds').checked).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'Views customers' })).toBeNull()
    open(/^Customers/)
    fireEvent.click(box('Views customers'))
    expect(changed).toHaveBeenLastCalledWith(['REFUND_LIST', 'CUSTOMER_LIST'])
    fireEvent.click(box('Views refunds'))
    expect(changed).toHaveBeenLastCalledWith(['CUSTOMER_LIST'])
  })

  it('finds a role by its words and by its name, and every role of an area by the area’s name', async () => {
    await given([])
    search('edits plans'.replace('plans', 'subscription plans'))
    expect(box('Edits subscription plans')).toBeTruthy()
    search('tag_del')
    expect(
      screen.getAllByRole('checkbox', { name: /^(?!Everything of)/ }).map((each) => saidOf(each as never)),
    ).toEqual(['TAG_DELETE'])
    search('Terminals')
    expect(screen.getAllByRole('checkbox', { name: /terminals$/ })).toHaveLength(6)
    search('nothing like this')
    expect(screen.getByText('No role found')).toBeTruthy()
  })

  it('chooses every role of an area, and none of them again', async () => {
    await given(['TAG_LIST'])
    const all = box('Everything of Tags')
    expect(all.indeterminate).toBe(true)
    fireEvent.click(all)
    expect(changed.mock.lastCall?.[0].toSorted()).toEqual(merchantRoles.filter((role) => /^TAG_/.test(role)).toSorted())
    expect(all.checked).toBe(true)
    fireEvent.click(all)
    expect(changed).toHaveBeenLastCalledWith([])
  })

  it('shows a role that the viewer lacks with the reason, and does not let it be ticked', async () => {
    await given([], grantableRoles(['REFUND_ALL'], 'merchant'))
    open(/^Customers/)
    expect(box('Views customers').disabled).toBe(true)
    expect(saidOf(box('Views customers'))).toContain('You lack this role yourself')
    expect(box('Everything of Customers').disabled).toBe(true)
    open(/^Refunds/)
    expect(box('Creates refunds').disabled).toBe(false)
  })

  it('lets a role be taken that the viewer lacks, and be put back', async () => {
    await given(['CUSTOMER_LIST'], grantableRoles(['REFUND_ALL'], 'merchant'))
    fireEvent.click(box('Views customers'))
    expect(changed).toHaveBeenLastCalledWith([])
    fireEvent.click(box('Views customers'))
    expect(changed).toHaveBeenLastCalledWith(['CUSTOMER_LIST'])
  })

  it('says of a role that another one includes it', async () => {
    await given(['USER_ALL', 'REFUND_ALL'])
    expect(saidOf(box('Creates refunds'))).toContain('Already part of “Full access to the merchant”')
    expect(saidOf(box('Everything with refunds'))).not.toContain('Already part of')
    open(/^Customers/)
    expect(saidOf(box('Views customers'))).toContain('Already part of')
  })

  it('shows the provider’s roles only where one of them may be granted', async () => {
    await given([], merchantRoles)
    expect(screen.queryByRole('button', { name: /^API keys/ })).toBeNull()
  })

  it('has every role, with its words, when all of them are asked for', async () => {
    await given([], roles)
    expect(screen.getByRole('button', { name: /^API keys/ })).toBeTruthy()
    search('_')
    const tree = within(screen.getByRole('group', { name: 'Roles' }))
    const labels = tree.getAllByRole('checkbox').map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)
    for (const role of roles) expect(labels).toContain(describeRole(role, 'en-US'))
  })
})
