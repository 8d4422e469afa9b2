import type { Feature, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
// 240 kB: this file is only ever loaded when a map is shown.
import atlas from 'world-atlas/countries-50m.json'

export interface CountryShape {
  code: string
  shape: Feature<Geometry>
}

// The atlas is TopoJSON with the collection `countries`, whose ids are the numbers of ISO 3166-1.
const topology = atlas as unknown as Topology<{ countries: GeometryCollection }>

/** Every country of the atlas; one without a number has the code ''. Antarctica would take a third of the map. */
export const shapesOf = (codeOf: (number: string) => string | undefined): CountryShape[] =>
  feature(topology, topology.objects.countries)
    .features.filter(({ id }) => id !== '010')
    .map((shape) => ({ code: codeOf(String(shape.id ?? '')) ?? '', shape }))
