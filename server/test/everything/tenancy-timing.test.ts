import { entities } from '@kontor/contract/entities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areEqual, compareUntilEqual, saidOf } from '../equal-times.ts'
import { isHeavy } from '../heavy.ts'
import { base, makeWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.stop())

// Times mean little beside other suites, so this runs only in the long form. tenancy.test.ts checks that the answer is
// 404.
describe.runIf(isHeavy)('the time of an answer does not tell whether another merchant has', () => {
  it.each(['transaction', 'refund', 'customer', 'payment_link', 'subscription'])(
    'a %s of that id',
    async (name) => {
      const entity = entities.find((each) => each.name === name)
      if (!entity) throw new Error(`there is no entity ${name}`)
      const { kontor, who } = world
      const { body } = await kontor.get(who.ofB, `${base(entity)}?_limit=1`)
      const id: string = body[0].id
      // An id of the same moment, which the id contains, that belongs to nobody.
      const absent = id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000')
      const ask = (of: string) => async () =>
        expect((await kontor.get(who.ofA, `${base(entity)}/${of}`)).status).toBe(404)
      const found = await compareUntilEqual(ask(id), ask(absent))
      console.log(saidOf(name, found))
      expect(areEqual(found), saidOf(name, found)).toBe(true)
    },
    600_000,
  )
})
