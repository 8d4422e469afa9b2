import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { entities } from './entities.ts'

const ofParts = entities.filter(({ module }) => module !== undefined)

it.each(ofParts.map((entity) => [entity.name, entity] as const))('without its part, %s has no address', (_, entity) => {
  const forgotten = endpoints.filter(({ area, module }) => area === entity.name && module !== entity.module)
  expect(
    forgotten.map(({ name }) => name),
    `give them the module ${entity.module}`,
  ).toEqual([])
})
