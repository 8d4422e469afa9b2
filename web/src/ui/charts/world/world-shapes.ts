import type { Feature, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
// The atlas has 240 kB, so this file is loaded only when a map is shown.
import atlas from 'world-atlas/countries-50m.json'

export interface CountryShape {
  code: string
  shape: Feature<Geometry>
}

// The cast is safe: the atlas is TopoJSON with the collection `countries`, whose ids are ISO 3166-1 numbers.
const topology = atlas as unknown as Topology<{ countries: GeometryCollection }>

/**
 * Every country of the atlas except Antarctica, which would take a third of the map. A country without a number has the
 * code ''.
 */
export const shapesOf = (codeOf: (number: string) => string | undefined): CountryShape[] =>
  feature(topology, topology.objects.countries)
    .features.filter(({ id }) => id !== '010')
    .map((shape) => ({ code: codeOf(String(shape.id ?? '')) ?? '', shape }))
