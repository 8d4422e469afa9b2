import { defineEndpoint } from '@kontor/contract/endpoint'
import { anyone } from '@kontor/contract/roles'
import { countryCode, lineOfText, minorUnits } from '@kontor/contract/wire'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { stage } from '../../../test/stage.tsx'
import type { ApiRefusal } from '../api/api-client.ts'
import { AddressesField } from './addresses-field.tsx'
import { AmountField, CheckField, ChoiceField, CountryField, IntegerField, TextField } from './fields.tsx'
import { type FormState, type FormValues, RecordForm, useRecordForm } from './record-form.tsx'

const { server, show } = stage()

const schemas = {
  body: z.strictObject({
    name: lineOfText(20).min(1, 'required'),
    amount: minorUnits.min(1, 'must_be_positive'),
    interval_count: z.int().min(1, 'too_small').optional(),
    city: lineOfText(20).nullable(),
    country_code: countryCode.optional(),
    active: z.boolean(),
  }),
  reply: z.object({ id: z.string() }),
}
const endpoint = defineEndpoint<typeof schemas>()({
  name: 'create-thing',
  method: 'POST',
  path: '/v1/thing/:id',
  area: 'thing',
  summary: '',
  access: anyone,
  status: 201,
  changes: ['plan'],
})

const empty = { name: '', amount: null, interval_count: '', city: '', country_code: '', active: false }

describe('the form of a record', () => {
  it('checks by the command’s own rules before anything is sent', async () => {
    await open()
    press('Create')
    expect((await screen.findAllByText('Fill this in')).length).toBeGreaterThan(0)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ })))
    type(/^Name/, 'Gold')
    type(/^Amount/, '0')
    press('Create')
    expect(await screen.findByText('Enter an amount greater than zero')).toBeTruthy()
    type(/^Amount/, 'ten')
    press('Create')
    expect(await screen.findByText('Enter an amount with at most 2 decimals')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('sends what was typed: numbers as numbers, empty fields as null or not at all', async () => {
    const onDone = vi.fn()
    await open(empty, onDone)
    type(/^Name/, '  Gold ')
    type(/^Amount/, '12.50')
    type('interval_count', '3')
    type('City', '   ')
    fireEvent.click(screen.getByRole('checkbox'))
    server.mockResolvedValue(Response.json({ id: 'x' }, { status: 201 }))
    press('Create')
    const body = { name: 'Gold', amount: 1250, interval_count: 3, city: null, active: true }
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ id: 'x' }, body))
    expect(sent()).toEqual([body])
  })

  it('refuses that a value is taken away which a change would leave as it was', async () => {
    await open({ ...empty, name: 'Gold', amount: 1250, interval_count: 3, country_code: 'NL' })
    const isStarred = (label: string) => screen.getByText(label, { selector: 'label' }).textContent?.includes('*')
    expect([isStarred('interval_count'), isStarred('Country'), isStarred('Choice')]).toEqual([true, true, false])
    // A choice that cannot be taken away has no button for it.
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    type('interval_count', '')
    press('Create')
    expect(await screen.findByText('Fill this in')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('sends a password with its spaces', async () => {
    const onDone = vi.fn()
    await open({ ...empty, name: 'Gold', amount: 100 }, onDone, { exact: ['city'] })
    type('City', ' tulips ')
    server.mockResolvedValue(Response.json({ id: 'x' }, { status: 201 }))
    press('Create')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent()).toMatchObject([{ name: 'Gold', city: ' tulips ' }])
  })

  it('says under the field what the server refuses of it', async () => {
    await open({ ...empty, name: 'Gold', amount: 100 })
    server.mockResolvedValue(
      Response.json({ code: 'invalid_request', details: { 'body.name': 'too_long' } }, { status: 400 }),
    )
    press('Create')
    expect(await screen.findByText('This is too long')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says under the field what a refusal adds to its reason, and is sent again without a change', async () => {
    const explain = ({ details }: ApiRefusal) => ({ name: `Not ${String(details['names'])}` })
    await open({ ...empty, name: 'Gold', amount: 100 }, () => {}, { explain })
    const details = { 'body.name': 'too_long', names: ['Gold', 'Silver'] }
    server.mockImplementation(async () => Response.json({ code: 'invalid_request', details }, { status: 400 }))
    press('Create')
    expect(await screen.findByText('Not Gold,Silver')).toBeTruthy()
    expect(screen.queryByText('This is too long')).toBeNull()
    press('Create')
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  it('gives back what was typed when the session ended under it, until it is given up', async () => {
    await open({ ...empty, interval_count: 1 })
    type(/^Name/, 'Half')
    fireEvent.click(screen.getByRole('checkbox'))
    cleanup()

    // Untouched fields take the present value.
    await open({ ...empty, interval_count: 7 })
    expect(screen.getByDisplayValue('Half')).toBeTruthy()
    expect(screen.getByDisplayValue('7')).toBeTruthy()
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
    press('Cancel')
    press('Discard')
    expect(sessionStorage.length).toBe(0)
  })

  it('keeps nothing of a secret field, and nothing that may have been carried out', async () => {
    await open()
    type(/^Name/, 'Gold')
    type('City', 'Secret City')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret')
    type(/^Amount/, '10')
    server.mockRejectedValue(new TypeError('connection lost'))
    press('Create')
    await screen.findByText('There was no response')
    expect(sessionStorage.length).toBe(0)
  })

  it('offers to choose nothing only where nothing is chosen, or it can be taken away', async () => {
    await open()
    expect(screen.getByRole('option', { name: 'Choose…' })).toBeTruthy()
    cleanup()
    await open({ ...empty, choice: 'a' })
    expect(screen.queryByRole('option', { name: 'Choose…' })).toBeNull()
  })

  it('keeps nothing of what was carried out, for as long as it still stands there', async () => {
    server.mockResolvedValue(Response.json({ id: 'x' }, { status: 201 }))
    const onDone = vi.fn()
    await open(empty, onDone)
    type(/^Name/, 'Gold')
    type(/^Amount/, '10')
    press('Create')
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    await waitFor(() => expect(sessionStorage.length).toBe(0))
  })

  it('is, of an order that must not be given twice, the same order when it is opened again without an answer', async () => {
    const once = { keepsUnanswered: true }
    await open({ ...empty, name: 'Gold', amount: 100 }, undefined, once)
    server.mockRejectedValueOnce(new TypeError('connection lost')).mockResolvedValueOnce(Response.json({ id: 'x' }))
    press('Create')
    await screen.findByText('There was no response')
    fireEvent.click(
      within(await screen.findByRole('dialog')).getAllByRole('button', { name: 'Close' })[1] as HTMLElement,
    )
    cleanup()

    await open({ ...empty, name: 'Gold', amount: 100 }, undefined, once)
    await screen.findByText('There was no response')
    press('Try again')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    const keys = server.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
  })

  it('says what the schema cannot know before what it does, in the button too', async () => {
    const most = ({ values }: FormState) => ({ amount: Number(values.amount) > 100 ? 'At most one' : undefined })
    const verb = ({ values }: FormState) => `Pay ${String(values.amount ?? 'nothing')}`
    await open({ ...empty, name: 'Gold' }, undefined, { problems: most, verb })
    type(/^Amount/, '1.01')
    press('Pay 101')
    expect(await screen.findByText('At most one')).toBeTruthy()
    type(/^Amount/, '0')
    press('Pay 0')
    expect(await screen.findByText('Enter an amount greater than zero')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('leaves a refusal that its fields answer until it is sent again', async () => {
    await open({ ...empty, name: 'Gold', amount: 100 }, undefined, { isSaid: ({ code }) => code === 'plan_in_use' })
    server.mockResolvedValueOnce(Response.json({ code: 'plan_in_use' }, { status: 409 }))
    server.mockResolvedValueOnce(Response.json({ code: 'merchant_inactive' }, { status: 409 }))
    press('Create')
    await waitFor(() => expect(server).toHaveBeenCalledOnce())
    expect(await screen.findByText('Refused as plan_in_use')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    type(/^Name/, 'Silver')
    expect(screen.getByText('Refused as plan_in_use')).toBeTruthy()
    press('Create')
    expect((await screen.findByRole('alert')).textContent).toContain('The merchant is not active')
    type(/^Name/, 'Bronze')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('asks before it throws away what was typed', async () => {
    await open()
    type(/^Name/, 'Gold')
    press('Cancel')
    expect(await screen.findByText('Discard changes?')).toBeTruthy()
  })
})

describe('what somebody else saved while a form was open', () => {
  const opened = { ...empty, name: 'Gold', amount: 100 }

  it('is shown before it is undone, and taken where nobody typed; the next press sends', async () => {
    server.mockImplementation(async () => Response.json({ id: '1' }))
    await open(opened, undefined, { present: async () => ({ name: 'Silver', amount: 250, city: '' }) })
    type(/^Name/, 'Bronze')
    press('Create')
    expect(await screen.findAllByText('This was changed meanwhile. Check it and save again.')).toHaveLength(2)
    expect(screen.getByDisplayValue('Bronze')).toBeTruthy()
    expect(screen.getByDisplayValue('2.50')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
    press('Create')
    await waitFor(() => expect(sent()).toMatchObject([{ name: 'Bronze', amount: 250 }]))
  })

  it('is shown also when it was saved between typing and the form that opens again', async () => {
    server.mockImplementation(async () => Response.json({ id: '1' }))
    await open({ ...opened, interval_count: '' }, undefined, { seen: { version: 2 } })
    type(/^Name/, 'Bronze')
    type('interval_count', '3')
    cleanup()
    const present = async () => ({ name: 'Silver', amount: 250, interval_count: 7 })
    await open({ ...opened, ...(await present()) }, undefined, { present, seen: { version: 3 } })
    type('interval_count', '4')
    press('Create')
    expect(await screen.findAllByText('This was changed meanwhile. Check it and save again.')).toHaveLength(2)
    expect(server).not.toHaveBeenCalled()
    press('Create')
    await waitFor(() => expect(sent()).toMatchObject([{ name: 'Bronze', amount: 250, interval_count: 4 }]))
    expect(sessionStorage.length).toBe(0)
  })

  it('is nothing to ask about where it is what was typed, or where the form leaves it alone', async () => {
    server.mockImplementation(async () => Response.json({ id: '1' }))
    const bodyOf = ({ interval_count: _, ...values }: FormValues) => values
    await open(opened, undefined, { bodyOf, present: async () => ({ name: 'Bronze', interval_count: 3 }) })
    type(/^Name/, 'Bronze')
    press('Create')
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('is looked for once, however often the button is pressed, and nothing is sent by a form that is closed', async () => {
    server.mockImplementation(async () => Response.json({ id: '1' }))
    const looks: (() => void)[] = []
    const present = () => new Promise<FormValues>((resolve) => looks.push(() => resolve({ name: 'Gold' })))
    await open(opened, undefined, { present })
    press('Create')
    press('Create')
    await waitFor(() => expect(looks).toHaveLength(1))
    looks[0]?.()
    await waitFor(() => expect(sent()).toHaveLength(1))
    cleanup()

    await open(opened, undefined, { present })
    press('Create')
    await waitFor(() => expect(looks).toHaveLength(2))
    cleanup()
    looks[1]?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sent()).toHaveLength(1)
  })
})

it('sends nothing more once it is done, for as long as it still stands there', async () => {
  server.mockImplementation(async () => Response.json({ id: '1' }))
  const done = vi.fn()
  await open({ ...empty, name: 'Tea', amount: 1 }, done)
  press('Create')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  press('Create')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([done.mock.calls.length, sent().length]).toEqual([1, 1])
})

it('takes a press although the field that has the focus would show its problem when it is left', async () => {
  show(
    <RecordForm
      endpoint={endpoint}
      body={schemas.body}
      params={{ id: '1' }}
      title="New plan"
      verb="Create"
      opened
      onClose={() => {}}
      initial={empty}
    >
      <TextField name="name" label="Name" />
      <AddressesField name="city" label="City" />
    </RecordForm>,
  )
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  const create = screen.getByRole('button', { name: 'Create' })
  name.focus()
  // The browser moves the focus after this event, unless somebody says no.
  expect(fireEvent.mouseDown(create)).toBe(false)
  expect(fireEvent.mouseDown(name)).toBe(true)
  // What was typed here counts once the field is left.
  screen.getByRole('combobox', { name: 'City' }).focus()
  expect(fireEvent.mouseDown(create)).toBe(true)
})

it('goes to the first field of a group below its problem, when that is the first one', async () => {
  show(
    <RecordForm
      endpoint={endpoint}
      body={schemas.body}
      params={{ id: '1' }}
      title="New plan"
      verb="Create"
      opened
      onClose={() => {}}
      initial={empty}
    >
      <fieldset>
        <input aria-label="Above" />
        <p role="alert">Choose one</p>
        <input aria-label="Opens a list" aria-haspopup="listbox" />
        <input aria-label="Below" />
      </fieldset>
      <TextField name="name" label="Name" />
    </RecordForm>,
  )
  await screen.findByRole('dialog')
  press('Create')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Below' })))
})

it('gives the focus back to what opened it', async () => {
  show(<Opener />)
  const opener = await screen.findByRole('button', { name: 'Add' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ })))
  press('Cancel')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

type Props = ComponentProps<typeof RecordForm<typeof endpoint>>

async function open(
  initial: FormValues = empty,
  onDone: NonNullable<Props['onDone']> = () => {},
  others: Partial<Props> = {},
) {
  show(
    <RecordForm
      endpoint={endpoint}
      body={schemas.body}
      params={{ id: '1' }}
      title="New plan"
      verb="Create"
      opened
      onClose={() => {}}
      initial={initial}
      secrets={['city']}
      onDone={onDone}
      {...others}
    >
      <Refusal />
      <TextField name="name" label="Name" />
      <AmountField name="amount" label="Amount" currency="EUR" />
      <IntegerField name="interval_count" label="interval_count" />
      <TextField name="city" label="City" />
      <CountryField name="country_code" label="Country" />
      <ChoiceField name="choice" label="Choice" choices={['a']} />
      <CheckField name="active" label="Active" />
    </RecordForm>,
  )
  await screen.findByRole('dialog')
}

const Refusal = () => <p>Refused as {useRecordForm().refusal?.code ?? 'nothing'}</p>
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = () => server.mock.calls.map(([, init]) => JSON.parse(String(init.body)))

it('does not compile with the shape of what another endpoint takes', () => {
  const other = z.strictObject({ title: lineOfText(20) })
  const props = { endpoint, title: '', verb: '', opened: true, onClose: () => {}, initial: empty, children: null }
  // @ts-expect-error: this body has no title
  expect(<RecordForm {...props} body={other} />).toBeTruthy()
  expect(<RecordForm {...props} body={schemas.body} />).toBeTruthy()
})

function Opener() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add
      </button>
      <RecordForm
        endpoint={endpoint}
        body={schemas.body}
        title="New plan"
        verb="Create"
        opened={opened}
        onClose={() => setOpened(false)}
        initial={empty}
      >
        <TextField name="name" label="Name" autoFocus />
      </RecordForm>
    </>
  )
}
