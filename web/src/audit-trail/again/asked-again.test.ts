import { isOfView } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import { expect, it } from 'vitest'
import { addressAgain, isRouteOfView } from './asked-again.ts'

const again = (route: string, url: string) => addressAgain({ route: `GET ${route}`, url }, { merchant: 'b' }, entities)

it('the present view is sent where the endpoint of a recorded route takes one, and nowhere else', () => {
  const wrong = endpoints
    .filter(({ method, gives }) => method === 'GET' && gives === undefined)
    .filter((endpoint) => isRouteOfView(`GET ${endpoint.path}`, entities) !== isOfView(endpoint))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

it('an address is asked again with its own parameters, in the present view', () => {
  expect(again('/v1/refund', '/v1/refund?amount>=5&merchant=a&organisation=c')).toBe(
    '/v1/refund?amount>=5&merchant=b&organisation=c',
  )
  expect(again('/v1/psp/oneoff/:id', '/v1/psp/oneoff/1')).toBe('/v1/psp/oneoff/1?merchant=b')
})

it('an address of a person or of the provider is asked again without the view that a page of before sent with it', () => {
  expect(again('/v1/profile', '/v1/profile?merchant=a')).toBe('/v1/profile')
  expect(again('/v1/psp/cache', '/v1/psp/cache?merchant=a&organisation=c')).toBe('/v1/psp/cache')
  expect(again('/v1/psp/signinevent', '/v1/psp/signinevent?merchant=a')).toBe('/v1/psp/signinevent?merchant=a')
})
